/** All that can be done with an order: its next step first, then print, talk, and at last give money back. */
import { Ban, MessageCircle, PackageCheck, ReceiptPoundSterling, Tags } from 'lucide-react'
import { type ComponentType, useCallback, useState } from 'react'
import { isCancellableByShop, nextStep } from '#domain/seller-steps'
import { useMessageAboutOrder } from '#features/messages'
import { Button } from '#ui/button'
import { LinkButton } from '#ui/link-button'
import { useLazyPart } from '#ui/use-lazy-part'
import { AdvanceButton } from './advance-button.tsx'
import { leftToRefund } from './left-to-refund.ts'
import { type SoldOrder, useRoomOf } from './sold-order.ts'

const loadCancelling = () => import('./cancel-dialog.tsx')
const loadRefunding = () => import('./refund-dialog.tsx')

export function OrderActions({ order, userId }: { order: SoldOrder; userId: string }) {
  const { data: room } = useRoomOf(userId, order)
  const { start, isStarting } = useMessageAboutOrder(order.id)
  const [opened, setOpened] = useState<'cancel' | 'refund' | null>(null)
  const close = useCallback(() => setOpened(null), [])
  const cancelling = useLazyPart(loadCancelling, opened === 'cancel', close)
  const refunding = useLazyPart(loadRefunding, opened === 'refund', close)
  const leftPence = leftToRefund(order)
  return (
    <div className="mt-5 grid gap-3">
      {nextStep(order) && <AdvanceButton order={order} size="lg" className="w-full" />}
      <div className="flex flex-wrap gap-2">
        <Tool to={`/seller/orders/${order.id}/labels`} Icon={Tags} text="Print labels" />
        <Tool to={`/seller/orders/${order.id}/packing`} Icon={PackageCheck} text="Packing list" />
        {room && <Tool to={`/messages?room=${room}`} Icon={MessageCircle} text="Message buyer" />}
        {room === null && order.buyer_id !== null && (
          <Button variant="secondary" size="sm" busy={isStarting} onClick={start} className="h-11">
            <MessageCircle aria-hidden="true" className="size-4.5" />
            Message buyer
          </Button>
        )}
        {leftPence > 0 && (
          <Button variant="secondary" size="sm" onClick={() => setOpened('refund')} className="h-11">
            <ReceiptPoundSterling aria-hidden="true" className="size-4.5" />
            {order.status === 'cancelled' ? 'Refund again' : 'Refund'}
          </Button>
        )}
        {isCancellableByShop(order) && (
          <Button variant="secondary" size="sm" onClick={() => setOpened('cancel')} className="h-11 text-alarm-deep">
            <Ban aria-hidden="true" className="size-4.5" />
            Cancel order
          </Button>
        )}
      </div>
      {cancelling && <cancelling.CancelDialog order={order} open={opened === 'cancel'} onClose={close} />}
      {refunding && <refunding.RefundDialog order={order} open={opened === 'refund'} onClose={close} />}
    </div>
  )
}

type Icon = ComponentType<{ 'aria-hidden': 'true'; className: string }>

function Tool({ to, Icon, text }: { to: string; Icon: Icon; text: string }) {
  return (
    <LinkButton to={to} variant="secondary" size="sm" className="h-11">
      <Icon aria-hidden="true" className="size-4.5" />
      {text}
    </LinkButton>
  )
}
