/** Updates the public part of an account: name and picture. */
import type { AppContext } from '#platform/app-context.ts'
import { messageFor } from '#platform/message-for.ts'
import type { Notice } from '#web/ui/toast-store.ts'
import { withSession } from './with-session.ts'

export const profileUpdated = { title: 'Profile updated', description: 'Your profile has been updated successfully.' }

/** The update of the account failed. */
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
