/** Account changes of members. Each action is one call to the auth service and shows a toast. */

import type { AppContext } from '#platform/app-context.ts'
import { toast } from '#ui/toast'
import { serverMessage } from './auth-error.ts'
import { reauthenticateByPassword } from './reauthenticate.ts'
import type { SessionUser } from './session-user.ts'
import { withSession } from './with-session.ts'

/** @returns the error message, or null */
export async function requestEmailChange(app: AppContext, email: string): Promise<string | null> {
  const { error } = await withSession(app, (auth) =>
    auth.updateUser({ email }, { emailRedirectTo: window.location.origin }),
  )
  if (error) {
    const description = serverMessage(error) ?? 'Please try again later'
    toast({ title: 'Could not send confirmation email', description, variant: 'destructive' })
    return description
  }
  toast({
    title: 'Confirmation email sent',
    description: 'Please follow the links we sent to your old and your new address.',
  })
  return null
}

/** Ends all other sessions of the account. @returns the error message, or null */
export async function changePassword(
  app: AppContext,
  { email }: SessionUser,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<string | null> {
  const change = async () => {
    const given = { password: newPassword, current_password: currentPassword }
    const { error } = await withSession(app, (auth) => auth.updateUser(given))
    return error && { code: error.code, message: serverMessage(error) ?? 'Failed to update password.' }
  }
  let failure = await change()
  if (failure?.code === 'reauthentication_needed') {
    // The sign-in is too old, so the current password is used to reauthenticate.
    const wrong = await reauthenticateByPassword(app, email, currentPassword)
    failure = wrong === null ? await change() : { code: undefined, message: wrong }
  }
  if (failure) {
    toast({ title: 'Error', description: failure.message, variant: 'destructive' })
    return failure.message
  }
  toast({ title: 'Password updated', description: 'Your other devices are signed out.' })
  return null
}

/** Ends the account's sessions on all other devices. */
export async function signOutElsewhere(app: AppContext): Promise<void> {
  const { error } = await withSession(app, (auth) => auth.signOut({ scope: 'others' }))
  if (error)
    toast({ title: 'Sign out failed', description: 'Unable to sign out. Please try again.', variant: 'destructive' })
  else toast({ title: 'Signed out on other devices', description: 'You are now signed in on this device only.' })
}

/** The sign-in methods of an account: 'email' for a password, otherwise provider names. */
export async function signInMethods(app: AppContext): Promise<string[]> {
  const { data, error } = await withSession(app, (auth) => auth.getUserIdentities())
  if (error) throw error
  return data.identities.map(({ provider }) => provider)
}
