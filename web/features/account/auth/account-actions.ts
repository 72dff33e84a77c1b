/** Account changes of members. */
import type { RefusalCode } from '#domain/checkout/refusal-codes'
import type { AppContext } from '#platform/app-context.ts'
import { MessageError, messageFor } from '#platform/message-for.ts'
import { readOptional } from '#platform/read.ts'
import { QueryError } from '#platform/unwrap.ts'
import { useWrite } from '#platform/use-write.ts'
import { toast } from '#ui/toast'
import type { Notice } from '#web/ui/toast-store.ts'
import { callAuth, isAuthRefusal } from './call-auth.ts'
import { hasSecondFactor } from './pending-factor.ts'
import { reauthenticate, wrongCode } from './reauthenticate.ts'
import type { SessionUser } from './session-user.ts'
import { signInMethodsKey } from './sign-in-methods.ts'
import { announceSignOut, cancelSignOut } from './sign-out-intent.ts'
import { withSession } from './with-session.ts'

export function useRequestEmailChange() {
  return useWrite({
    run: (app, email: string) =>
      withSession(app, (auth) => auth.updateUser({ email }, { emailRedirectTo: window.location.origin })),
    success: {
      title: 'Confirmation email sent',
      description: 'Please follow the links we sent to your old and your new address.',
    },
    failure: { title: 'Could not send confirmation email', description: 'Please try again later' },
  })
}

interface NewPassword {
  /** '' for an account without a password. */
  currentPassword: string
  newPassword: string
  /** The code of the email, once it was sent. */
  code: string
}

export const passwordNotChanged = 'Failed to update password.'

/** Ends all other sessions of the account. `code-sent` asks for the code of an email, and to try again with it. */
export function useChangePassword({ id, email }: SessionUser) {
  return useWrite({
    run: (app, given: NewPassword) => changePassword(app, email, given),
    onSuccess: (outcome) => {
      if (outcome === 'changed') toast({ title: 'Password updated', description: 'Your other devices are signed out.' })
    },
    failure: { title: 'Error', description: passwordNotChanged },
    invalidates: [signInMethodsKey(id)],
  })
}

async function changePassword(
  app: AppContext,
  email: string,
  { currentPassword, newPassword, code }: NewPassword,
): Promise<'changed' | 'code-sent'> {
  const given = {
    password: newPassword,
    ...(currentPassword !== '' && { current_password: currentPassword }),
    ...(code !== '' && { nonce: code }),
  }
  const change = () => withSession(app, (auth) => auth.updateUser(given))
  try {
    await change()
  } catch (error) {
    if (isAuthRefusal(error, 'reauthentication_not_valid')) throw new MessageError(wrongCode, { cause: error })
    if (!isAuthRefusal(error, 'reauthentication_needed')) throw error
    const { data } = await withSession(app, (auth) => auth.getUser())
    // The sign-in is too old. Another one would ask for the second factor, or has no password to sign in with.
    if (hasSecondFactor(data.user) || currentPassword === '') {
      await withSession(app, (auth) => auth.reauthenticate())
      return 'code-sent'
    }
    await reauthenticate(app, email, { password: currentPassword })
    await change()
  }
  return 'changed'
}

/** Ends the account's sessions on all other devices. */
export function useSignOutElsewhere() {
  return useWrite({
    run: (app) => withSession(app, (auth) => auth.signOut({ scope: 'others' })),
    success: { title: 'Signed out on other devices', description: 'You are now signed in on this device only.' },
    failure: { title: 'Sign out failed', description: 'Unable to sign out. Please try again.' },
  })
}

export const profileUpdated = { title: 'Profile updated', description: 'Your profile has been updated successfully.' }

class UserUpdateError extends Error {
  override name = 'UserUpdateError'
}

/** @throws UserUpdateError */
export async function updateUser(app: AppContext, data: { name: string } | { avatar_url: string }): Promise<void> {
  await withSession(app, (auth) => auth.updateUser({ data })).catch((cause: unknown) => {
    throw new UserUpdateError('The account could not be updated', { cause })
  })
}

/** The toast after a failed update. @param other for errors before the account's update */
export function updateFailure(error: unknown, other: { title: string; description: string }): Notice {
  if (error instanceof UserUpdateError) {
    const description = 'Unable to update profile information.'
    return { title: 'Profile update failed', description, variant: 'destructive' }
  }
  return { title: other.title, description: messageFor(error, other.description), variant: 'destructive' }
}

export function useDeleteAccount() {
  return useWrite({
    run: deleteAccount,
    success: {
      title: 'Account deleted',
      description: 'Your personal data has been deleted. Thank you for using Tuckbox.',
    },
    failure: 'shown',
  })
}

/** Whether the sign-in is too old for the action. */
export function mustReauthenticate(error: unknown): boolean {
  if (isAuthRefusal(error, 'reauthentication_needed')) return true
  return error instanceof QueryError && error.hint === ('reauthenticate' satisfies RefusalCode)
}

/** Deletes the account, clears sessionStorage and signs out. */
async function deleteAccount(app: AppContext): Promise<void> {
  announceSignOut()
  try {
    await readOptional(app, (client) => client.rpc('delete_account'))
  } catch (error) {
    cancelSignOut()
    throw error
  }
  window.sessionStorage.clear()
  // The server has ended the session. Only the stored one is left.
  await callAuth(app, (auth) => auth.signOut({ scope: 'local' })).catch(() => {})
}
