/** The seller's own shop as a query, for screens with loading and error states. */
import { useQuery } from '@tanstack/react-query'
import { ownShopQuery } from '#features/account'
import { useSession } from '#features/auth'
import { useApp } from '#platform/app-context.ts'

/** `data` is undefined while the query is pending, and null if there is no shop. */
export function useOwnShopQuery() {
  const session = useSession()
  return useQuery(ownShopQuery(useApp(), session.status === 'signed-in' ? session.user.id : null))
}
