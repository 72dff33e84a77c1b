/** To the buyer: the seller asks for another day. */
import { momentFrom } from '#domain/values/calendar'
import { useNow } from '#platform/clock.ts'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { FormError } from '#ui/form-error'
import { Notice } from '#ui/notice'
import { moveTimeText, useAnswerMove, useOpenMove } from './moves.ts'

export function ProposedMove({ orderId, shopName }: { orderId: string; shopName: string }) {
  const { data: move } = useOpenMove(orderId)
  const answer = useAnswerMove()
  const now = useNow()
  if (!move) return null
  const to = moveTimeText({ date: move.on_date, start_time: move.start_time, end_time: move.end_time })
  return (
    <Notice tone="warning" role="status" className="mt-5">
      <p className="font-semibold wrap-anywhere">
        {shopName} asks to hand over your order on {to} instead.
      </p>
      {move.note && <p className="mt-1 wrap-anywhere">“{move.note}”</p>}
      <p className="mt-1">
        Nothing changes unless you accept. You can answer until {momentFrom(now, new Date(move.expires_at))}.
      </p>
      <FormError
        message={answer.error && messageFor(answer.error, 'Your answer could not be sent. Please try again.')}
      />
      <p className="mt-3 flex flex-wrap gap-2">
        <Button busy={answer.isPending} onClick={() => answer.mutate({ id: move.id, accepted: true })}>
          Accept the new day
        </Button>
        <Button
          variant="secondary"
          disabled={answer.isPending}
          onClick={() => answer.mutate({ id: move.id, accepted: false })}
        >
          Keep the old day
        </Button>
      </p>
    </Notice>
  )
}
