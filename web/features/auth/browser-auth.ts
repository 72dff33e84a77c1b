/** The session in the browser, from storage, from the URL of an email link, and from other tabs. */

import type { AppContext, Backend } from '#platform/app-context.ts'
import { messageFor } from '#platform/message-for.ts'
import { toast } from '#ui/toast'
import type { Auth } from './auth-context.ts'
import {
  askForSecondFactor,
  dismissAuthDialog,
  dropPendingIntent,
  openSignIn,
  setFactorMissing,
  showAuthDialog,
} from './auth-dialog-store.ts'
import { createAuthStorage, sessionKey } from './auth-storage.ts'
import { callAuth } from './call-auth.ts'
import { createSessionExpiry, type SessionExpiry } from './session-expiry.ts'
import { createSessionFetch } from './session-fetch.ts'
import { createSessionStore } from './session-store.ts'
import { type SessionUser, storedSession, storedSessionUser, toSessionUser } from './session-user.ts'
import { isSigningOut, listenForSignOut } from './sign-out-intent.ts'
import { cleanUrl, type UrlOutcome } from './url-outcome.ts'
import { grantWish, pagePath, readWish } from './wish.ts'

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

/** Mirrors the session of supabase-js in the session store. */
export function syncSession(client: Backend, auth: BrowserAuth): void {
  client.auth.onAuthStateChange((_event, next) => {
    // Events of other tabs arrive too, and their session may be one that ends with the tab. The stored session of this
    // tab decides.
    const stored = readSession(auth)
    if (stored === 'second-factor') return
    if (!stored) return handleLostSession(auth)
    if (next?.user.id !== stored.id) return
    auth.session.set(toSessionUser(next.user))
    auth.expiry.renew(next.user.id, next.access_token)
  })
}

/** The fetch of the Supabase client while a member is signed in. */
export function createFetch(auth: BrowserAuth, client: () => Backend, anonKey: string): typeof fetch {
  return createSessionFetch({
    anonKey,
    isSignedIn: () => auth.session.current().status === 'signed-in',
    renew: (rejected) => renewSession(auth, client(), rejected),
    fetch: (input, init) => fetch(input, init),
  })
}

/**
 * @param rejected the token that was refused, if any. @returns a new token, or null if the member did not sign in again
 */
export async function renewSession(
  { session, expiry }: BrowserAuth,
  { auth }: Backend,
  rejected?: string,
): Promise<string | null> {
  const state = session.current()
  if (state.status === 'visitor') return null
  if (!expiry.isExpired()) {
    const current = (await auth.getSession()).data.session?.access_token
    // Another request has refreshed the session in the meantime.
    if (current !== undefined && rejected !== undefined && current !== rejected) return current
    const { data, error } = await auth.refreshSession()
    if (data.session) return data.session.access_token
    if (error?.name === 'AuthRetryableFetchError')
      throw new TypeError('The session could not be renewed', { cause: error })
    expiry.start(state.user.id)
  }
  return expiry.renewed()
}

/** The stored session's user. While the second factor is missing, the tab has a visitor, whom every sign-in asks for it. */
function readSession(auth: BrowserAuth): SessionUser | 'second-factor' | null {
  const stored = storedSession(auth.storage.getItem(sessionKey))
  setFactorMissing(stored?.awaitsSecondFactor ?? false)
  if (!stored?.awaitsSecondFactor) return stored?.user ?? null
  // After an expired session the page stays, and its dialog asks for the code.
  if (auth.session.current().status === 'signed-in' && !auth.expiry.isExpired()) becomeVisitor(auth)
  return 'second-factor'
}

function handleLostSession(auth: BrowserAuth): void {
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
  if (outcome) auth.arrival = applyOutcome(app, auth, outcome, url)
  else whenIdle(() => void verifySession(app, auth))
  let verifiedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - verifiedAt < minuteMs) return
    verifiedAt = Date.now()
    void verifySession(app, auth)
  })
}

const minuteMs = 60_000

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

async function applyOutcome(app: AppContext, auth: BrowserAuth, outcome: UrlOutcome, url: URL) {
  const { storage, session } = auth
  storage.restoreAfterRedirect()
  if (outcome.kind === 'error') {
    toast({ title: 'Sign in failed', description: outcome.description || checkCredentials, variant: 'destructive' })
    // A used or expired confirmation link: offer visitors a new one.
    const page = new URL(cleanUrl(url), url)
    if (outcome.code === 'otp_expired' && session.current().status === 'visitor')
      showAuthDialog('verify', '', pagePath(page, readWish(url)))
    return
  }
  const tokens = { access_token: outcome.accessToken, refresh_token: outcome.refreshToken }
  try {
    await callAuth(app, (service) => service.setSession(tokens))
  } catch (error) {
    toast({ title: 'Sign in failed', description: messageFor(error, checkCredentials), variant: 'destructive' })
    return
  }
  const proceed = (user: SessionUser) => {
    if (outcome.purpose === 'recovery') showAuthDialog('new-password')
    const wish = readWish(url)
    if (wish !== null) grantWish(wish, user)
  }
  if (readSession(auth) === 'second-factor') return askForSecondFactor(proceed)
  toast({ title: 'Signed in successfully', description: 'Welcome to Tuckbox!' })
  const state = session.current()
  if (state.status === 'signed-in') proceed(state.user)
}

const checkCredentials = 'Please check your credentials and try again'

function whenIdle(act: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(act, { timeout: 2_000 })
  else setTimeout(act, 200)
}
