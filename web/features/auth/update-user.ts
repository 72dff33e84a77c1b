/** Updates the public part of an account: name and picture. */
import type { AppContext } from '#platform/app-context.ts'
import { withSession } from './with-session.ts'

/** The update of the account failed. */
export class UserUpdateError extends Error {
  override name = 'UserUpdateError'
}

export const userUpdateFailed = {
  title: 'Profile update failed',
  description: 'Unable to update profile information.',
  variant: 'destructive',
} as const

/** @throws UserUpdateError; 'No user found' for visitors */
export async function updateUser(app: AppContext, data: { name: string } | { avatar_url: string }): Promise<void> {
  const { error } = await withSession(app, (auth) => auth.updateUser({ data }))
  if (error) throw new UserUpdateError(error.message, { cause: error })
}
