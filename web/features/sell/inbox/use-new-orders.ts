/** Shows a toast when an order arrives while the inbox is open, and marks the orders that are new since then. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { toast } from '#ui/toast'
import type { OrderInbox } from './inbox.ts'

type Newest = OrderInbox['newest']

/**
 * @param newest the latest paid order; undefined until loaded, null if there is none
 * @param openId the open order, which no longer counts as new
 */
export function useNewOrders(
  newest: Newest | undefined,
  openId: string | null,
): (order: { id: string; paid_at: string }) => boolean {
  /** The latest payment when the inbox was opened; '' if there was none. */
  const [since, setSince] = useState<string | null>(null)
  const [openedIds, setOpenedIds] = useState<ReadonlySet<string>>(new Set())
  if (since === null && newest !== undefined) setSince(newest?.paid_at ?? '')
  if (openId !== null && !openedIds.has(openId)) setOpenedIds(new Set([...openedIds, openId]))

  const lastNewestId = useRef<string | null>(null)
  useEffect(() => {
    if (newest === undefined) return
    const { id, buyer_name: buyer } = newest ?? { id: '', buyer_name: null }
    const isFirstLoad = lastNewestId.current === null
    const isKnown = lastNewestId.current === id
    lastNewestId.current = id
    if (!isFirstLoad && !isKnown && id !== '')
      toast({ title: 'New order', description: buyer ? `From ${buyer}.` : undefined })
  }, [newest])

  return useCallback(
    ({ id, paid_at: paidAt }) => since !== null && Date.parse(paidAt) > (Date.parse(since) || 0) && !openedIds.has(id),
    [since, openedIds],
  )
}
