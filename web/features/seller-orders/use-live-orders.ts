/** Hears of the shop's orders the moment something happens to them. Where that cannot be, the inbox still asks at intervals. */
import { useEffect } from 'react'
import { useApp } from '#web/app/app-context.ts'
import { soldKey } from './inbox.ts'

/** Orders of one checkout, and their refunds, come within this of each other. */
const gatherMs = 300

export function useLiveOrders(userId: string, shopId: string): void {
  const app = useApp()
  useEffect(() => {
    let isOver = false
    let leave = () => {}
    let gathering: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      clearTimeout(gathering)
      gathering = setTimeout(() => void app.queryClient.invalidateQueries({ queryKey: soldKey(userId) }), gatherMs)
    }
    app.supabase().then(
      (client) => {
        if (isOver) return
        const changes = { event: '*', schema: 'public', table: 'orders', filter: `shop_id=eq.${shopId}` } as const
        const channel = client.channel(`sold by ${shopId}`).on('postgres_changes', changes, refresh).subscribe()
        leave = () => void client.removeChannel(channel)
      },
      // Then the inbox's own question fails too, and says so.
      () => {},
    )
    return () => {
      isOver = true
      clearTimeout(gathering)
      leave()
    }
  }, [app, userId, shopId])
}
