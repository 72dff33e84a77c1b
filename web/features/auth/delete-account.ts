/** Deletes the member's account. */
import { useMutation } from '@tanstack/react-query'
import type { RefusalCode } from '#domain/refusal-codes'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { QueryError, unwrapOptional } from '#platform/unwrap.ts'
import { callAuth } from './call-auth.ts'
import { announceSignOut, cancelSignOut } from './sign-out-intent.ts'

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
