/** Brings the session to life in the browser: from storage, from the address an e-mail link led to, and from other tabs. */
import { toast } from '#ui/toast'
import type { AppContext, Backend } from '#web/app/app-context.ts'
import { askAuth } from './ask-auth.ts'
import type { Auth } from './auth-context.ts'
import { openSignIn, showAuthDialog, withdrawAuthDialog } from './auth-dialog-store.ts'
import { serverMessage } from './auth-error.ts'
import { isLeaving, listenForLeaving } from './leaving.ts'
import { createSessionFetch } from './session-fetch.ts'
import { createSessionKeeper, sessionKey } from './session-keeper.ts'
import { createSessionLapse, type SessionLapse } from './session-lapse.ts'
import { createSessionStore } from './session-store.ts'
import { storedSessionUser, toSessionUser } from './session-user.ts'
import type { UrlOutcome } from './url-outcome.ts'

export interface BrowserAuth extends Auth {
  lapse: SessionLapse
}

const lapsed = 'Your session has ended. Sign in again to carry on where you left off.'

export function createBrowserAuth({ onChangeOfUser }: { onChangeOfUser: () => void }): BrowserAuth {
  const keeper = createSessionKeeper(window.localStorage, window.sessionStorage)
  const session = createSessionStore(storedSessionUser(keeper.getItem(sessionKey)), onChangeOfUser)
  const lapse = createSessionLapse({
    onBegin() {
      const state = session.current()
      const email = state.status === 'signed-in' ? state.user.email : ''
      openSignIn({ email, reason: lapsed, whenGivenUp: () => becomeVisitor({ session, lapse }) })
    },
    onOver: withdrawAuthDialog,
  })
  return { keeper, session, lapse }
}

/** Keeps the session as supabase-js sees it. */
export function followSession(client: Backend, auth: BrowserAuth): void {
  client.auth.onAuthStateChange((_event, next) => {
    // Other tabs are heard too, and theirs may be a session that ends with them: what counts is what this one keeps.
    const here = storedSessionUser(auth.keeper.getItem(sessionKey))
    if (!here) return loseSession(auth)
    if (next?.user.id !== here.id) return
    auth.session.set(toSessionUser(next.user))
    auth.lapse.end(next.user.id, next.access_token)
  })
}

/** How the backend is asked while somebody is signed in. */
export function fetchAs(auth: BrowserAuth, client: () => Backend, anonKey: string): typeof fetch {
  return createSessionFetch({
    anonKey,
    isSignedIn: () => auth.session.current().status === 'signed-in',
    renew: (refused) => renewSession(auth, client(), refused),
    fetch: (input, init) => fetch(input, init),
  })
}

/** @param refused a token that no longer serves; without, whichever is kept. @returns another one, or null when its owner did not sign in again */
export async function renewSession(
  { session, lapse }: BrowserAuth,
  { auth }: Backend,
  refused?: string,
): Promise<string | null> {
  const state = session.current()
  if (state.status === 'visitor') return null
  if (!lapse.isOn()) {
    const kept = (await auth.getSession()).data.session?.access_token
    // Another request has had it renewed meanwhile.
    if (kept !== undefined && refused !== undefined && kept !== refused) return kept
    const { data, error } = await auth.refreshSession()
    if (data.session) return data.session.access_token
    if (error?.name === 'AuthRetryableFetchError')
      throw new TypeError('The session could not be renewed', { cause: error })
    lapse.begin(state.user.id)
  }
  return lapse.over()
}

function loseSession(auth: BrowserAuth): void {
  const state = auth.session.current()
  if (state.status === 'signed-in' && !isLeaving()) auth.lapse.begin(state.user.id)
  else becomeVisitor(auth)
}

function becomeVisitor({ session, lapse }: Pick<BrowserAuth, 'session' | 'lapse'>): void {
  session.set(null)
  lapse.giveUp()
}

/**
 * Takes up what the address brought, keeps an existing session fresh, and hears of other tabs. Visitors who brought nothing
 * never load supabase-js for this.
 */
export function startAuth(app: AppContext, auth: BrowserAuth, outcome: UrlOutcome | null): void {
  listenForLeaving()
  window.addEventListener('storage', ({ key }) => {
    if (key !== sessionKey && key !== null) return
    const user = storedSessionUser(auth.keeper.getItem(sessionKey))
    if (!user) return loseSession(auth)
    auth.session.set(user)
    // Its first event, or the other tab's, brings the token that is waited for.
    if (auth.lapse.isOn()) void app.supabase()
  })
  if (outcome) void takeUp(app, auth, outcome)
  else whenIdle(() => void askWhetherItHolds(app, auth))
  let askedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedAt < minuteMs) return
    askedAt = Date.now()
    void askWhetherItHolds(app, auth)
  })
}

const minuteMs = 60_000

/** A session that was ended on another device is good for nothing but the rest of its token: whoever looks here again is told at once. */
async function askWhetherItHolds(app: AppContext, auth: BrowserAuth): Promise<void> {
  if (auth.session.current().status === 'visitor') return
  try {
    // Where there is none any more, supabase-js lets go of it and says so.
    await (await app.supabase()).auth.getUser()
  } catch {
    // No connection: it will be found out when there is one.
  }
}

async function takeUp(app: AppContext, { keeper }: BrowserAuth, outcome: UrlOutcome): Promise<void> {
  keeper.takeUpReturn()
  if (outcome.kind === 'error') {
    toast({ title: 'Sign in failed', description: failureText(outcome.description), variant: 'destructive' })
    // A spent or expired confirmation link: offer the next one at once.
    if (outcome.code === 'otp_expired') showAuthDialog('verify')
    return
  }
  const tokens = { access_token: outcome.accessToken, refresh_token: outcome.refreshToken }
  const { error } = await askAuth(app, (auth) => auth.setSession(tokens))
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
