/** Hears of the shop's orders the moment something happens to them. Where that cannot be, the inbox still asks at intervals. */
import { useApp } from '#web/app/app-context.ts'
import { useRowChanges } from '#web/app/use-row-changes.ts'
import { soldKey } from './inbox.ts'

export function useLiveOrders(userId: string, shopId: string): void {
  const { queryClient } = useApp()
  useRowChanges({ table: 'orders', filter: `shop_id=eq.${shopId}` }, () => {
    void queryClient.invalidateQueries({ queryKey: soldKey(userId) })
  })
}
