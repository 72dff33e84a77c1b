/** The session in the browser, from storage, from the URL of an email link, and from other tabs. */

import type { AppContext } from '#platform/app-context.ts'
import { toast } from '#ui/toast'
import type { Auth } from './auth-context.ts'
import { dismissAuthDialog, dropPendingIntent, openSignIn } from './auth-dialog-store.ts'
import { createAuthStorage, sessionKey } from './auth-storage.ts'
import { createSessionExpiry, type SessionExpiry } from './session-expiry.ts'
import { createSessionStore } from './session-store.ts'
import { storedSessionUser } from './session-user.ts'
import { isSigningOut, listenForSignOut } from './sign-out-intent.ts'
import type { UrlOutcome } from './url-outcome.ts'

export interface BrowserAuth extends Auth {
  expiry: SessionExpiry
}

const sessionExpiredText = 'Your session has ended. Sign in again to carry on where you left off.'

export function createBrowserAuth({ onUserChange }: { onUserChange: () => void }): BrowserAuth {
  const storage = createAuthStorage(window.localStorage, window.sessionStorage)
  const session = createSessionStore(storedSessionUser(storage.getItem(sessionKey)), () => {
    dropPendingIntent()
    onUserChange()
  })
  const expiry = createSessionExpiry({
    onExpired() {
      const state = session.current()
      const email = state.status === 'signed-in' ? state.user.email : ''
      openSignIn({ email, reason: sessionExpiredText, onCancel: () => becomeVisitor({ session, expiry }) })
    },
    onResolved: dismissAuthDialog,
  })
  return { storage, session, expiry, arrival: Promise.resolve() }
}

/** The member is asked to sign in again, unless they signed out. */
export function handleLostSession(auth: BrowserAuth): void {
  const state = auth.session.current()
  if (state.status === 'signed-in' && !isSigningOut()) auth.expiry.start(state.user.id)
  else becomeVisitor(auth)
}

function becomeVisitor({ session, expiry }: Pick<BrowserAuth, 'session' | 'expiry'>): void {
  session.set(null)
  expiry.cancel()
}

/**
 * Applies the outcome in the URL, verifies an existing session and follows other tabs. Visitors without an outcome
 * never load supabase-js for this. Call it before the first render, which reads `arrival`.
 * @param url with the tokens and the wish
 */
export function startAuth(app: AppContext, auth: BrowserAuth, outcome: UrlOutcome | null, url: URL): void {
  listenForSignOut()
  window.addEventListener('storage', ({ key }) => {
    if (key !== sessionKey && key !== null) return
    const user = storedSessionUser(auth.storage.getItem(sessionKey))
    if (!user) return handleLostSession(auth)
    // The other tab does what the visitor wanted.
    if (auth.session.current().status === 'visitor') dismissAuthDialog()
    auth.session.set(user)
    // Loads supabase-js, whose first event brings the new token.
    if (auth.expiry.isExpired()) void app.supabase()
  })
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
