/** The session in the browser, from storage, from the URL of an email link, and from other tabs. */

import type { Auth } from './auth-context.ts'
import { dismissAuthDialog, dropPendingIntent, openSignIn, setFactorMissing } from './auth-dialog-store.ts'
import { createAuthStorage, sessionKey } from './auth-storage.ts'
import { createSessionExpiry, type SessionExpiry } from './session-expiry.ts'
import { createSessionStore } from './session-store.ts'
import { type SessionUser, storedSession, storedSessionUser } from './session-user.ts'
import { isSigningOut } from './sign-out-intent.ts'

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

/** The stored session's user. While the second factor is missing, the tab has a visitor, whom every sign-in asks for it. */
export function readSession(auth: BrowserAuth): SessionUser | 'second-factor' | null {
  const stored = storedSession(auth.storage.getItem(sessionKey))
  setFactorMissing(stored?.awaitsSecondFactor ?? false)
  if (!stored?.awaitsSecondFactor) return stored?.user ?? null
  // After an expired session the page stays, and its dialog asks for the code.
  if (auth.session.current().status === 'signed-in' && !auth.expiry.isExpired()) becomeVisitor(auth)
  return 'second-factor'
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
