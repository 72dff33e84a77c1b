/** The deadline and the button for cancelling an order. The dialog's code is loaded on demand. */
import { useState } from 'react'
import { lateRefundText } from '#domain/orders/cancellation-terms'
import { type BuyerCancelling, buyerCancelling } from '#domain/orders/order-state'
import { momentFrom } from '#domain/values/calendar'
import { Button } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'
import type { OrderDetail } from './order-detail.ts'

const loadDialog = () => import('./cancel-order-dialog.tsx').then((module) => module.CancelOrderDialog)
const CancelOrderDialog = lazyDialog(loadDialog)

/** A failed prefetch is ignored: the press tries again. */
const prefetch = () => void loadDialog().catch(() => {})

export function CancelOrder({ order, now }: { order: OrderDetail; now: Date }) {
  const cancelling = buyerCancelling(order, now)
  const [isOpen, setIsOpen] = useState(false)
  const text = cancelText(cancelling, now)
  const isPossible = cancelling.kind === 'unpaid' || cancelling.kind === 'open' || cancelling.kind === 'late'
  if (!text && !isPossible && !isOpen) return null
  return (
    <div className="mt-1 flex flex-col gap-3 border-t border-line pt-4">
      {text && <p className="text-sm text-pretty text-ink-soft">{text}</p>}
      {isPossible && (
        <Button
          variant="secondary"
          className="w-full text-alarm-deep"
          onPointerEnter={prefetch}
          onFocus={prefetch}
          onClick={() => setIsOpen(true)}
        >
          Cancel order
        </Button>
      )}
      {/* The dialog stays mounted for its exit animation, and to explain why the order can no longer be cancelled. */}
      <CancelOrderDialog order={order} now={now} open={isOpen} onOpenChange={setIsOpen} />
    </div>
  )
}

function openText({ until, late }: Extract<BuyerCancelling, { kind: 'open' }>, now: Date): string {
  if (!late) return `You can cancel until ${momentFrom(now, until)}.`
  return `You can cancel for a full refund until ${momentFrom(now, until)}. ${lateRefundText(late.refundPercent)}, until ${momentFrom(now, late.until)}.`
}

function cancelText(cancelling: BuyerCancelling, now: Date): string | null {
  switch (cancelling.kind) {
    case 'open':
      return openText(cancelling, now)
    case 'late':
      return `The deadline for a full refund was ${momentFrom(now, cancelling.until)}. If you cancel now, ${cancelling.late.refundPercent}% of your payment goes back.`
    case 'too-late':
      return `The deadline for cancelling was ${momentFrom(now, cancelling.until)}. If something has come up, message the seller.`
    case 'made':
      return 'This order has been made, so it can no longer be cancelled. If something has come up, message the seller.'
    default:
      return null
  }
}
