/** Says when an order has come in while the inbox is open, and which ones are new since. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { toast } from '#ui/toast'
import type { Inbox } from './inbox.ts'

type Newest = Inbox['newest']

/**
 * @param newest the latest payment; undefined until it is known, null where there is none
 * @param openId the order that is looked at, which is not new any more
 */
export function useNewOrders(
  newest: Newest | undefined,
  openId: string | null,
): (order: { id: string; paid_at: string }) => boolean {
  /** What was the latest when the inbox was opened; '' where there was none. */
  const [since, setSince] = useState<string | null>(null)
  const [looked, setLooked] = useState<ReadonlySet<string>>(new Set())
  if (since === null && newest !== undefined) setSince(newest?.paid_at ?? '')
  if (openId !== null && !looked.has(openId)) setLooked(new Set([...looked, openId]))

  const told = useRef<string | null>(null)
  useEffect(() => {
    if (newest === undefined) return
    const { id, buyer_name: buyer } = newest ?? { id: '', buyer_name: null }
    const isFirstLook = told.current === null
    const isKnown = told.current === id
    told.current = id
    if (!isFirstLook && !isKnown && id !== '')
      toast({ title: 'New order', description: buyer ? `From ${buyer}.` : undefined })
  }, [newest])

  return useCallback(
    ({ id, paid_at: paidAt }) => since !== null && Date.parse(paidAt) > (Date.parse(since) || 0) && !looked.has(id),
    [since, looked],
  )
}
