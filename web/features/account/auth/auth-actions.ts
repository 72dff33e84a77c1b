/** Sign-in, registration and sign-out. */
import { MessageError, messageFor } from '#platform/message-for.ts'
import { useWrite } from '#platform/use-write.ts'
import { toast } from '#ui/toast'
import { useAuth } from './auth-context.ts'
import {
  askForSecondFactor,
  authDialog,
  finishRegistration,
  finishSignIn,
  showAuthDialog,
} from './auth-dialog-store.ts'
import { AuthRefusal, callAuth, isAuthRefusal } from './call-auth.ts'
import { awaitsSecondFactor } from './pending-factor.ts'
import { type ExternalProvider, providerName } from './providers.ts'
import { wrongCode } from './reauthenticate.ts'
import { toSessionUser } from './session-user.ts'
import { announceSignOut, cancelSignOut, prepareSignOut } from './sign-out-intent.ts'
import { pagePath, returnUrl } from './wish.ts'

/** The page that an emailed link or a provider returns to. */
function pageToReturnTo(): string {
  const { origin } = window.location
  return returnUrl(authDialog.current()?.returnTo ?? pagePath(window.location), origin)
}

interface Credentials {
  email: string
  password: string
  /** Whether the session outlives the tab. */
  remembered: boolean
}

export function useSignIn() {
  const { storage } = useAuth()
  return useWrite({
    run: async (app, { email, password, remembered }: Credentials) => {
      storage.remember(remembered)
      const { data } = await callAuth(app, (auth) => auth.signInWithPassword({ email, password }))
      cancelSignOut()
      return awaitsSecondFactor(data.session) ? null : toSessionUser(data.user)
    },
    onSuccess: (user) => {
      if (user === null) return askForSecondFactor()
      toast(signedIn)
      finishSignIn(user)
    },
    failure: 'shown',
    onError: (error, { email }) => {
      if (isUnconfirmedEmail(error)) {
        toast({ ...unconfirmed, variant: 'destructive' })
        return showAuthDialog('verify', email)
      }
      const description = messageFor(error, 'Please check your credentials and try again')
      toast({ title: 'Sign in failed', description, variant: 'destructive' })
    },
  })
}

const signedIn = { title: 'Signed in successfully', description: 'Welcome to Tuckbox!' }

const unconfirmed = {
  title: 'Email not confirmed',
  description:
    'Please check your inbox and confirm your email before signing in. Use the help link to get another confirmation email.',
}

/** By its code, or by its message if the server sends no code. */
export function isUnconfirmedEmail(error: unknown): boolean {
  return error instanceof AuthRefusal && [error.code, error.message].some((text) => unconfirmedTexts.includes(text))
}

const unconfirmedTexts = ['email_not_confirmed', 'Email not confirmed']

export function useProviderSignIn() {
  const { storage } = useAuth()
  return useWrite({
    run: async (app, { provider }: { provider: ExternalProvider; remembered: boolean }) => {
      const options = { redirectTo: pageToReturnTo(), skipBrowserRedirect: true }
      const { data } = await callAuth(app, (auth) => auth.signInWithOAuth({ provider, options }))
      return data.url
    },
    onSuccess: (url, { provider, remembered }) => {
      toast({
        title: `Redirecting to ${providerName(provider)}`,
        description: 'Please complete the authentication process',
      })
      storage.rememberAfterRedirect(remembered)
      window.location.assign(url)
    },
    failure: 'shown',
    onError: () => toast({ ...providerSignInFailed, variant: 'destructive' }),
  })
}

/** Without the server's message, which is for developers. */
const providerSignInFailed = {
  title: 'Sign in failed',
  description: 'Unable to sign in with provider. Please try again.',
}

export const notRegistered = 'Unable to create account. Please try again.'

/** Without a session the account waits for the confirmation of its email address. */
export function useRegister() {
  return useWrite({
    run: async (app, { email, firstName, password }: { email: string; firstName: string; password: string }) => {
      const avatar_url = `${app.config.siteUrl}/avatar/${encodeURIComponent(firstName)}.svg`
      const options = { data: { name: firstName, avatar_url }, emailRedirectTo: pageToReturnTo() }
      const { data } = await callAuth(app, (auth) => auth.signUp({ email, password, options }))
      return data.session && toSessionUser(data.session.user)
    },
    onSuccess: (user) => {
      toast({
        title: 'Registration successful',
        description: user
          ? 'Welcome to Tuckbox!'
          : 'Please check your inbox and confirm your email to finish creating your account.',
      })
      if (user) finishSignIn(user)
      else finishRegistration()
    },
    failure: { title: 'Registration failed', description: notRegistered },
  })
}

/** Ends all sessions of the account, on all devices. */
export function useSignOut() {
  return useWrite({
    run: async (app) => {
      await prepareSignOut()
      announceSignOut()
      await callAuth(app, (auth) => auth.signOut({ scope: 'global' }))
    },
    success: { title: 'Signed out', description: 'You have been signed out. See you soon!' },
    failure: 'shown',
    onError: () => {
      cancelSignOut()
      toast({ title: 'Sign out failed', description: 'Unable to sign out. Please try again.', variant: 'destructive' })
    },
  })
}

export const tryLater = 'Please try again later'

export function useResendConfirmation() {
  return useWrite({
    run: (app, email: string) =>
      callAuth(app, (auth) => auth.resend({ type: 'signup', email, options: { emailRedirectTo: pageToReturnTo() } })),
    success: { title: 'Confirmation email sent', description: 'Please check your inbox for the confirmation link.' },
    failure: { title: 'Could not send confirmation email', description: tryLater },
  })
}

export function useSendPasswordReset() {
  return useWrite({
    run: (app, email: string) =>
      callAuth(app, (auth) => auth.resetPasswordForEmail(email, { redirectTo: pageToReturnTo() })),
    success: { title: 'Password reset email sent', description: 'Please check your inbox for the link.' },
    failure: { title: 'Could not send password reset email', description: tryLater },
  })
}

/** Signs in with the code of a confirmation or reset email. Without a user the second factor is missing. */
export function useConfirmByCode() {
  return useWrite({
    run: async (app, { email, code }: { email: string; code: string }) => {
      try {
        const { data } = await callAuth(app, (auth) => auth.verifyOtp({ email, token: code, type: 'email' }))
        if (data.session && awaitsSecondFactor(data.session)) return null
        if (data.user) return toSessionUser(data.user)
        throw new Error('The code was accepted without a session')
      } catch (error) {
        throw isAuthRefusal(error, 'otp_expired') ? new MessageError(wrongCode, { cause: error }) : error
      }
    },
    onSuccess: (user) => {
      if (user) toast(signedIn)
    },
    failure: 'shown',
  })
}

/** After a reset link or code. */
export function useSetNewPassword() {
  return useWrite({
    run: async (app, password: string) => {
      const { data } = await callAuth(app, (auth) => auth.updateUser({ password }))
      return toSessionUser(data.user)
    },
    onSuccess: finishSignIn,
    success: { title: 'Password updated', description: 'Use your new password the next time you sign in.' },
    failure: { title: 'Error', description: 'Failed to update password.' },
  })
}
