/** Starts the session of a page: applies the URL, verifies a stored session and follows other tabs. */
import type { AppContext } from '#platform/app-context.ts'
import { toast } from '#ui/toast'
import { askForSecondFactor, dismissAuthDialog } from './auth-dialog-store.ts'
import { sessionKey } from './auth-storage.ts'
import { type BrowserAuth, handleLostSession, readSession } from './browser-auth.ts'
import { listenForSignOut } from './sign-out-intent.ts'
import type { UrlOutcome } from './url-outcome.ts'

/**
 * Applies the outcome in the URL, verifies an existing session and follows other tabs. Visitors without an outcome
 * never load supabase-js for this. Call it before the first render, which reads `arrival`.
 * @param url with the tokens and the wish
 */
export function startAuth(app: AppContext, auth: BrowserAuth, outcome: UrlOutcome | null, url: URL): void {
  listenForSignOut()
  window.addEventListener('storage', ({ key }) => {
    if (key !== sessionKey && key !== null) return
    const user = readSession(auth)
    if (user === 'second-factor') return
    if (!user) return handleLostSession(auth)
    // The other tab does what the visitor wanted.
    if (auth.session.current().status === 'visitor') dismissAuthDialog()
    auth.session.set(user)
    // Loads supabase-js, whose first event brings the new token.
    if (auth.expiry.isExpired()) void app.supabase()
  })
  if (readSession(auth) === 'second-factor' && !outcome) askForSecondFactor()
  if (outcome)
    auth.arrival = import('./apply-outcome.ts').then((part) => part.applyOutcome(app, auth, outcome, url), failed)
  else whenIdle(() => void verifySession(app, auth))
  let verifiedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - verifiedAt < minuteMs) return
    verifiedAt = Date.now()
    void verifySession(app, auth)
  })
}

const minuteMs = 60_000

function failed(): void {
  toast({ title: 'Sign in failed', description: 'Please check your connection and try again.', variant: 'destructive' })
}

/**
 * A session that was ended on another device works until its token expires. This check asks the member to sign in as
 * soon as they return to the page.
 */
async function verifySession(app: AppContext, auth: BrowserAuth): Promise<void> {
  if (auth.session.current().status === 'visitor') return
  try {
    // If the session has ended, supabase-js drops it and emits an event.
    await (await app.supabase()).auth.getUser()
  } catch {
    // Offline: the next check finds out.
  }
}

function whenIdle(act: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(act, { timeout: 2_000 })
  else setTimeout(act, 200)
}
