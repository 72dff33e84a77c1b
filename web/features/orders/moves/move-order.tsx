/** For the seller: proposes another day for an order, or withdraws the proposal. */
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { momentFrom } from '#domain/values/calendar'
import { useNow } from '#platform/clock.ts'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { MoveDialog } from './lazy-move-dialog.ts'
import { moveTimeText, useOpenMove, useWithdrawMove } from './moves.ts'

export function MoveOrder({ orderId, buyer }: { orderId: string; buyer: string }) {
  const { data: move } = useOpenMove(orderId)
  const [isOpen, setOpen] = useState(false)
  const withdraw = useWithdrawMove()
  const now = useNow()
  if (move)
    return (
      <Notice
        tone="info"
        role="status"
        className="mt-3"
        action={
          <Button variant="secondary" size="sm" busy={withdraw.isPending} onClick={() => withdraw.mutate(move.id)}>
            Withdraw
          </Button>
        }
      >
        You asked {buyer} to move this order to{' '}
        {moveTimeText({ date: move.on_date, start_time: move.start_time, end_time: move.end_time })}. They can answer
        until {momentFrom(now, new Date(move.expires_at))}.
      </Notice>
    )
  return (
    <p className="mt-3">
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)} className="h-11">
        <CalendarClock aria-hidden="true" className="size-4.5" />
        Move to another day…
      </Button>
      <MoveDialog orderId={orderId} buyer={buyer} open={isOpen} onClose={() => setOpen(false)} />
    </p>
  )
}
