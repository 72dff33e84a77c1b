/** Refetches the buyer's orders when they change, while a page shows them. */
import { useApp } from '#platform/app-context.ts'
import { refetchKeepingPages } from '#platform/refetch.ts'
import { useRowChanges } from '#platform/use-row-changes.ts'
import { orderKeys } from './keys.ts'

export function useOrderUpdates(userId: string): void {
  const { queryClient } = useApp()
  useRowChanges({ table: 'orders', filter: `buyer_id=eq.${userId}` }, () => {
    void refetchKeepingPages(queryClient, { queryKey: orderKeys.all(userId) })
  })
}
