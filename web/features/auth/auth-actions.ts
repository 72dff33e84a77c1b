/** Sign-in, registration and sign-out. Each action is one call to the auth service and shows a toast. */

import type { AppContext } from '#platform/app-context.ts'
import { toast } from '#ui/toast'
import { isUnconfirmedEmail, serverMessage } from './auth-error.ts'
import type { AuthStorage } from './auth-storage.ts'
import { callAuth } from './call-auth.ts'
import { type ExternalProvider, providerName } from './providers.ts'
import { type SessionUser, toSessionUser } from './session-user.ts'
import { announceSignOut, cancelSignOut, prepareSignOut } from './sign-out-intent.ts'

export type SignInResult =
  | { kind: 'signed-in'; user: SessionUser }
  | { kind: 'unconfirmed' }
  | { kind: 'failed'; message: string }

export async function signIn(
  app: AppContext,
  storage: AuthStorage,
  { email, password, remembered }: { email: string; password: string; remembered: boolean },
): Promise<SignInResult> {
  storage.remember(remembered)
  const { data, error } = await callAuth(app, (auth) => auth.signInWithPassword({ email, password }))
  if (!error) {
    cancelSignOut()
    toast({ title: 'Signed in successfully', description: 'Welcome to Tuckbox!' })
    return { kind: 'signed-in', user: toSessionUser(data.user) }
  }
  if (isUnconfirmedEmail(error)) {
    toast({
      title: 'Email not confirmed',
      description:
        'Please check your inbox and confirm your email before signing in. Use the help link to get another confirmation email.',
      variant: 'destructive',
    })
    return { kind: 'unconfirmed' }
  }
  const message = serverMessage(error)
  toast({
    title: 'Sign in failed',
    description: message ?? 'Please check your credentials and try again',
    variant: 'destructive',
  })
  return { kind: 'failed', message: message ?? 'Sign in failed. Please check your credentials.' }
}

/** Redirects to the provider's page. */
export async function signInWithProvider(
  app: AppContext,
  storage: AuthStorage,
  { provider, remembered }: { provider: ExternalProvider; remembered: boolean },
): Promise<void> {
  const options = { redirectTo: window.location.origin, skipBrowserRedirect: true }
  const { data, error } = await callAuth(app, (auth) => auth.signInWithOAuth({ provider, options }))
  if (error || !data.url) {
    toast({
      title: 'Sign in failed',
      description: 'Unable to sign in with provider. Please try again.',
      variant: 'destructive',
    })
    return
  }
  toast({
    title: `Redirecting to ${providerName(provider)}`,
    description: 'Please complete the authentication process',
  })
  storage.rememberAfterRedirect(remembered)
  window.location.assign(data.url)
}

/** `user` is null until the email is confirmed. */
export type RegisterResult = { kind: 'registered'; user: SessionUser | null } | { kind: 'failed'; message: string }

export async function register(
  app: AppContext,
  { email, firstName, password }: { email: string; firstName: string; password: string },
): Promise<RegisterResult> {
  const avatar_url = `${app.config.siteUrl}/avatar/${encodeURIComponent(firstName)}.svg`
  const options = { data: { name: firstName, avatar_url } }
  const { data, error } = await callAuth(app, (auth) => auth.signUp({ email, password, options }))
  if (error) {
    const message = serverMessage(error) ?? 'Unable to create account. Please try again.'
    toast({ title: 'Registration failed', description: message, variant: 'destructive' })
    return { kind: 'failed', message }
  }
  toast({
    title: 'Registration successful',
    description: data.session
      ? 'Welcome to Tuckbox!'
      : 'Please check your inbox and confirm your email to finish creating your account.',
  })
  return { kind: 'registered', user: data.session && toSessionUser(data.session.user) }
}

/** Ends all sessions of the account, on all devices. */
export async function signOut(app: AppContext): Promise<void> {
  await prepareSignOut()
  announceSignOut()
  const { error } = await callAuth(app, (auth) => auth.signOut({ scope: 'global' }))
  if (error) {
    cancelSignOut()
    toast({ title: 'Sign out failed', description: 'Unable to sign out. Please try again.', variant: 'destructive' })
    return
  }
  toast({ title: 'Signed out', description: 'You have been signed out. See you soon!' })
}

/** @returns the error message, or null */
export async function resendConfirmation(app: AppContext, email: string): Promise<string | null> {
  const { error } = await callAuth(app, (auth) => auth.resend({ type: 'signup', email }))
  if (error) {
    const description = serverMessage(error) ?? 'Please try again later'
    toast({ title: 'Could not send confirmation email', description, variant: 'destructive' })
    return description
  }
  toast({ title: 'Confirmation email sent', description: 'Please check your inbox for the confirmation link.' })
  return null
}

/** @returns the error message, or null */
export async function sendPasswordReset(app: AppContext, email: string): Promise<string | null> {
  const { error } = await callAuth(app, (auth) =>
    auth.resetPasswordForEmail(email, { redirectTo: window.location.origin }),
  )
  if (error) {
    const description = serverMessage(error) ?? 'Please try again later'
    toast({ title: 'Could not send password reset email', description, variant: 'destructive' })
    return description
  }
  toast({ title: 'Password reset email sent', description: 'Please check your inbox for the link.' })
  return null
}

/** @returns the error message, or null */
export async function setNewPassword(app: AppContext, password: string): Promise<string | null> {
  const { error } = await callAuth(app, (auth) => auth.updateUser({ password }))
  if (error) {
    const description = serverMessage(error) ?? 'Failed to update password.'
    toast({ title: 'Error', description, variant: 'destructive' })
    return description
  }
  toast({ title: 'Password updated', description: 'Use your new password the next time you sign in.' })
  return null
}
