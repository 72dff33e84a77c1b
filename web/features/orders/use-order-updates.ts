/** While a page about them is open, one's orders are asked for anew as soon as they change. */
import { useApp } from '#web/app/app-context.ts'
import { refetchKeepingPages } from '#web/app/refetch.ts'
import { useRowChanges } from '#web/app/use-row-changes.ts'

export function useOrderUpdates(userId: string): void {
  const { queryClient } = useApp()
  useRowChanges({ table: 'orders', filter: `buyer_id=eq.${userId}` }, () => {
    void refetchKeepingPages(queryClient, {
      predicate: ({ queryKey: [first, , third] }) => first === 'me' && (third === 'order' || third === 'orders'),
    })
  })
}
