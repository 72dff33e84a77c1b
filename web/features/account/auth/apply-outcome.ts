/** Starts the session of an email link or an external sign-in, or reports its error. Loaded when the URL has one. */
import type { AppContext } from '#platform/app-context.ts'
import { messageFor } from '#platform/message-for.ts'
import { toast } from '#ui/toast'
import { askForSecondFactor, showAuthDialog } from './auth-dialog-store.ts'
import { type BrowserAuth, readSession } from './browser-auth.ts'
import { callAuth } from './call-auth.ts'
import { type ExternalProvider, providerName } from './providers.ts'
import type { SessionUser } from './session-user.ts'
import { keepOwnSession, takeLinking } from './sign-in-methods.ts'
import { cleanUrl, type UrlOutcome } from './url-outcome.ts'
import { grantWish, pagePath, readWish } from './wish.ts'

type UrlError = Extract<UrlOutcome, { kind: 'error' }>

/** @param url with the tokens and the wish */
export async function applyOutcome(app: AppContext, auth: BrowserAuth, outcome: UrlOutcome, url: URL) {
  const { storage, session } = auth
  storage.restoreAfterRedirect()
  // Links in emails name their purpose.
  const isFromProvider = outcome.kind === 'error' ? outcome.code !== 'otp_expired' : outcome.purpose === null
  const linked = isFromProvider ? takeLinking() : null
  const known = session.current()
  if (outcome.kind === 'error') {
    toast({ ...(linked ? linkFailure(linked, outcome) : signInFailure(outcome)), variant: 'destructive' })
    // A used or expired confirmation link: offer visitors a new one.
    const page = new URL(cleanUrl(url), url)
    if (outcome.code === 'otp_expired' && known.status === 'visitor')
      showAuthDialog('verify', '', pagePath(page, readWish(url)))
    return
  }
  if (linked && known.status === 'signed-in' && (await keepOwnSession(app, known.user, outcome.accessToken))) {
    const name = providerName(linked)
    return toast({ title: `${name} linked`, description: `You can now sign in with ${name}.` })
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

const signInFailure = ({ description }: UrlError) => ({
  title: 'Sign in failed',
  description: description || checkCredentials,
})

function linkFailure(provider: ExternalProvider, { code, description }: UrlError) {
  const name = providerName(provider)
  const title = `${name} could not be linked`
  if (code === 'identity_already_exists')
    return { title, description: `This ${name} account is already linked to an account at Tuckbox.` }
  if (code === 'session_not_found' || code === 'bad_oauth_state')
    return { title, description: 'Please try again in this browser, while you are signed in.' }
  return { title, description: description || 'Please try again later.' }
}

const checkCredentials = 'Please check your credentials and try again'
