/** What others see of an account: its name and its picture. */
import type { AppContext } from '#web/app/app-context.ts'
import { asUser } from './as-user.ts'

/** The account itself was not changed, whatever else was. */
export class UserUpdateProblem extends Error {
  override name = 'UserUpdateProblem'
}

export const userUpdateFailed = {
  title: 'Profile update failed',
  description: 'Unable to update profile information.',
  variant: 'destructive',
} as const

/** @throws UserUpdateProblem, 'No user found' where nobody is signed in */
export async function updateUser(app: AppContext, data: { name: string } | { avatar_url: string }): Promise<void> {
  const { error } = await asUser(app, (auth) => auth.updateUser({ data }))
  if (error) throw new UserUpdateProblem(error.message, { cause: error })
}
