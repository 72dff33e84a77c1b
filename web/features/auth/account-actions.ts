/** Account changes of members. */

import type { AuthError } from '@supabase/supabase-js'
import { useMutation } from '@tanstack/react-query'
import type { RefusalCode } from '#domain/refusal-codes'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { MessageError, messageFor } from '#platform/message-for.ts'
import { QueryError, unwrapOptional } from '#platform/unwrap.ts'
import type { Notice } from '#web/ui/toast-store.ts'
import { callAuth, isAuthRefusal } from './call-auth.ts'
import { reauthenticate } from './reauthenticate.ts'
import type { SessionUser } from './session-user.ts'
import { announceSignOut, cancelSignOut } from './sign-out-intent.ts'

export function useRequestEmailChange() {
  const app = useApp()
  return useMutation({
    mutationFn: (email: string) =>
      withSession(app, (auth) => auth.updateUser({ email }, { emailRedirectTo: window.location.origin })),
    meta: {
      success: {
        title: 'Confirmation email sent',
        description: 'Please follow the links we sent to your old and your new address.',
      },
      failure: { title: 'Could not send confirmation email', description: 'Please try again later' },
    },
  })
}

interface NewPassword {
  currentPassword: string
  newPassword: string
}

export const passwordNotChanged = 'Failed to update password.'

/** Ends all other sessions of the account. */
export function useChangePassword({ email }: SessionUser) {
  const app = useApp()
  return useMutation({
    mutationFn: (given: NewPassword) => changePassword(app, email, given),
    meta: {
      success: { title: 'Password updated', description: 'Your other devices are signed out.' },
      failure: { title: 'Error', description: passwordNotChanged },
    },
  })
}

async function changePassword(app: AppContext, email: string, { currentPassword, newPassword }: NewPassword) {
  const given = { password: newPassword, current_password: currentPassword }
  const change = () => withSession(app, (auth) => auth.updateUser(given))
  try {
    await change()
  } catch (error) {
    if (!isAuthRefusal(error, 'reauthentication_needed')) throw error
    // The sign-in is too old, so the current password is used to reauthenticate.
    await reauthenticate(app, email, { password: currentPassword })
    await change()
  }
}

/** Ends the account's sessions on all other devices. */
export function useSignOutElsewhere() {
  const app = useApp()
  return useMutation({
    mutationFn: () => withSession(app, (auth) => auth.signOut({ scope: 'others' })),
    meta: {
      success: { title: 'Signed out on other devices', description: 'You are now signed in on this device only.' },
      failure: { title: 'Sign out failed', description: 'Unable to sign out. Please try again.' },
    },
  })
}

/** The sign-in methods of an account: 'email' for a password, otherwise provider names. */
export async function signInMethods(app: AppContext): Promise<string[]> {
  const { data } = await withSession(app, (auth) => auth.getUserIdentities())
  return data.identities.map(({ provider }) => provider)
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
  const app = useApp()
  return useMutation({
    mutationFn: () => deleteAccount(app),
    meta: {
      success: {
        title: 'Account deleted',
        description: 'Your personal data has been deleted. Thank you for using Tuckbox.',
      },
    },
  })
}

/** Whether the sign-in is too old for the deletion. */
export function mustReauthenticate(error: unknown): boolean {
  return error instanceof QueryError && error.hint === ('reauthenticate' satisfies RefusalCode)
}

/** Deletes the account, clears sessionStorage and signs out. */
async function deleteAccount(app: AppContext): Promise<void> {
  announceSignOut()
  try {
    unwrapOptional(await (await app.supabase()).rpc('delete_account'))
  } catch (error) {
    cancelSignOut()
    throw error
  }
  window.sessionStorage.clear()
  // The server has ended the session. Only the stored one is left.
  await callAuth(app, (auth) => auth.signOut({ scope: 'local' })).catch(() => {})
}

/**
 * Calls the auth service as the signed-in member. If the session has ended, it asks them to sign in and repeats the
 * call.
 */
const lostSessionCodes = [
  'AuthSessionMissingError',
  'session_not_found',
  'bad_jwt',
  'refresh_token_not_found',
  'user_not_found',
]

/** @throws MessageError 'No user found' if the member does not sign in again */
async function withSession<Result extends { error: AuthError | null }>(
  app: AppContext,
  call: (auth: Backend['auth']) => Promise<Result>,
) {
  try {
    return await callAuth(app, call)
  } catch (error) {
    if (!isAuthRefusal(error, ...lostSessionCodes)) throw error
    if (!(await app.signInAgain?.())) throw new MessageError('No user found', { cause: error })
    return callAuth(app, call)
  }
}
