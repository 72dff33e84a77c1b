/** Deletes the member's account. */
import type { RefusalCode } from '#domain/refusal-codes'
import type { AppContext } from '#platform/app-context.ts'
import { QueryError, unwrapOptional } from '#platform/unwrap.ts'
import { toast } from '#ui/toast'
import { callAuth } from './call-auth.ts'
import { announceSignOut, cancelSignOut } from './sign-out-intent.ts'

export type DeleteAccountResult =
  | { kind: 'deleted' }
  | { kind: 'reauthenticate' }
  | { kind: 'refused'; message: string }

/** Deletes the account, clears sessionStorage and signs out. */
export async function deleteAccount(app: AppContext): Promise<DeleteAccountResult> {
  announceSignOut()
  try {
    unwrapOptional(await (await app.supabase()).rpc('delete_account'))
  } catch (error) {
    cancelSignOut()
    if (error instanceof QueryError && error.hint === ('reauthenticate' satisfies RefusalCode))
      return { kind: 'reauthenticate' }
    const isRefusal = error instanceof QueryError && error.hint !== null
    return {
      kind: 'refused',
      message: isRefusal ? error.message : 'Your account could not be deleted. Please try again.',
    }
  }
  window.sessionStorage.clear()
  await callAuth(app, (auth) => auth.signOut({ scope: 'local' }))
  toast({ title: 'Account deleted', description: 'Your personal data has been deleted. Thank you for using Tuckbox.' })
  return { kind: 'deleted' }
}
