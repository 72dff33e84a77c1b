/** Account changes of members. */

import { useMutation } from '@tanstack/react-query'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { isAuthRefusal } from './call-auth.ts'
import { reauthenticate } from './reauthenticate.ts'
import type { SessionUser } from './session-user.ts'
import { withSession } from './with-session.ts'

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
