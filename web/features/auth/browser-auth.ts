/** Brings the session to life in the browser: from storage, from the address an e-mail link led to, and from other tabs. */
import { toast } from '#ui/toast'
import type { AppContext, Backend } from '#web/app/app-context.ts'
import type { Auth } from './auth-context.ts'
import { showAuthDialog } from './auth-dialog-store.ts'
import { serverMessage } from './auth-error.ts'
import { createSessionKeeper, sessionKey } from './session-keeper.ts'
import { createSessionStore } from './session-store.ts'
import { storedSessionUser, toSessionUser } from './session-user.ts'
import type { UrlOutcome } from './url-outcome.ts'

export function createBrowserAuth({ onChangeOfUser }: { onChangeOfUser: () => void }): Auth {
  const keeper = createSessionKeeper(window.localStorage, window.sessionStorage)
  return { keeper, session: createSessionStore(storedSessionUser(keeper.getItem(sessionKey)), onChangeOfUser) }
}

/** Keeps the session as supabase-js sees it. */
export function followSession(client: Backend, { session }: Auth): void {
  client.auth.onAuthStateChange((_event, next) => session.set(next ? toSessionUser(next.user) : null))
}

/**
 * Takes up what the address brought, keeps an existing session fresh, and hears of other tabs. Visitors who brought nothing
 * never load supabase-js for this.
 */
export function startAuth(app: AppContext, auth: Auth, outcome: UrlOutcome | null): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === sessionKey || key === null) auth.session.set(storedSessionUser(auth.keeper.getItem(sessionKey)))
  })
  if (outcome) void takeUp(app, outcome)
  else if (auth.session.current().status === 'signed-in') whenIdle(() => void app.supabase())
}

async function takeUp(app: AppContext, outcome: UrlOutcome): Promise<void> {
  if (outcome.kind === 'error') {
    toast({ title: 'Sign in failed', description: failureText(outcome.description), variant: 'destructive' })
    // A spent or expired confirmation link: offer the next one at once.
    if (outcome.code === 'otp_expired') showAuthDialog('verify')
    return
  }
  const { auth } = await app.supabase()
  const { error } = await auth.setSession({ access_token: outcome.accessToken, refresh_token: outcome.refreshToken })
  if (error) {
    toast({ title: 'Sign in failed', description: failureText(serverMessage(error)), variant: 'destructive' })
    return
  }
  toast({ title: 'Signed in successfully', description: 'Welcome to Tuckbox!' })
  if (outcome.purpose === 'recovery') showAuthDialog('new-password')
}

function failureText(message: string | null | undefined): string {
  return message || 'Please check your credentials and try again'
}

function whenIdle(act: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(act, { timeout: 2_000 })
  else setTimeout(act, 200)
}
