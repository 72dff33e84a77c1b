/** Starts the session of an email link or an external sign-in, or reports its error. Loaded when the URL has one. */
import type { AppContext } from '#platform/app-context.ts'
import { messageFor } from '#platform/message-for.ts'
import { toast } from '#ui/toast'
import { showAuthDialog } from './auth-dialog-store.ts'
import type { BrowserAuth } from './browser-auth.ts'
import { callAuth } from './call-auth.ts'
import { cleanUrl, type UrlOutcome } from './url-outcome.ts'
import { grantWish, pagePath, readWish } from './wish.ts'

/** @param url with the tokens and the wish */
export async function applyOutcome(app: AppContext, { storage, session }: BrowserAuth, outcome: UrlOutcome, url: URL) {
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
    await callAuth(app, (auth) => auth.setSession(tokens))
  } catch (error) {
    toast({ title: 'Sign in failed', description: messageFor(error, checkCredentials), variant: 'destructive' })
    return
  }
  toast({ title: 'Signed in successfully', description: 'Welcome to Tuckbox!' })
  if (outcome.purpose === 'recovery') showAuthDialog('new-password')
  const state = session.current()
  const wish = readWish(url)
  if (wish !== null && state.status === 'signed-in') grantWish(wish, state.user)
}

const checkCredentials = 'Please check your credentials and try again'
