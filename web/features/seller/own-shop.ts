/** The seller's own shop for screens that also show that it is being fetched, or could not be. */
import { useQuery } from '@tanstack/react-query'
import { ownShopQuery } from '#features/account'
import { useSession } from '#features/auth'
import { useApp } from '#web/app/app-context.ts'

/** `data` is undefined while the question is open, and null where there is no shop. */
export function useOwnShop() {
  const session = useSession()
  return useQuery(ownShopQuery(useApp(), session.status === 'signed-in' ? session.user.id : null))
}
