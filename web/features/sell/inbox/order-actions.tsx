/** The actions of an order: its next step, printing, messaging, refund and cancellation. */
import { Ban, MessageCircle, PackageCheck, ReceiptPoundSterling, Tags } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { toPence } from '#domain/values/money'
import { useMessageAboutOrder } from '#features/talk/conversations'
import { Button } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'
import { LinkButton } from '#ui/link-button'
import { AdvanceButton } from './advance-button.tsx'
import { isCancellableByShop, nextStep } from './seller-steps.ts'
import { leftToRefund, type SoldOrder, useOrderConversation } from './sold-order.ts'

const CancelDialog = lazyDialog(() => import('./cancel-dialog.tsx').then((module) => module.CancelDialog))
const RefundDialog = lazyDialog(() => import('./refund-dialog.tsx').then((module) => module.RefundDialog))

export function OrderActions({ order }: { order: SoldOrder }) {
  const { data: conversation } = useOrderConversation(order)
  const { start, isStarting } = useMessageAboutOrder(order.id)
  const [opened, setOpened] = useState<'cancel' | 'refund' | null>(null)
  const close = () => setOpened(null)
  const leftPence = leftToRefund(order)
  return (
    <div className="mt-5 grid gap-3">
      {nextStep(order) && <AdvanceButton order={order} size="lg" className="w-full" />}
      <div className="flex flex-wrap gap-2">
        {order.status !== 'cancelled' && (
          <>
            <ToolLink to={`/seller/orders/${order.id}/labels`} Icon={Tags} text="Print labels" />
            <ToolLink to={`/seller/orders/${order.id}/packing`} Icon={PackageCheck} text="Packing list" />
          </>
        )}
        {conversation && <ToolLink to={`/messages?room=${conversation}`} Icon={MessageCircle} text="Message buyer" />}
        {conversation === null && order.buyer_id !== null && (
          <Button variant="secondary" size="sm" busy={isStarting} onClick={start} className="h-11">
            <MessageCircle aria-hidden="true" className="size-4.5" />
            Message buyer
          </Button>
        )}
        {leftPence > 0 && (
          <Button variant="secondary" size="sm" onClick={() => setOpened('refund')} className="h-11">
            <ReceiptPoundSterling aria-hidden="true" className="size-4.5" />
            {refundLabel(order)}
          </Button>
        )}
        {isCancellableByShop(order) && (
          <Button variant="secondary" size="sm" onClick={() => setOpened('cancel')} className="h-11 text-alarm-deep">
            <Ban aria-hidden="true" className="size-4.5" />
            Cancel order
          </Button>
        )}
      </div>
      <CancelDialog order={order} open={opened === 'cancel'} onClose={close} />
      <RefundDialog order={order} open={opened === 'refund'} onClose={close} />
    </div>
  )
}

function refundLabel({ status, cancellation_kept: kept }: SoldOrder): string {
  if (status !== 'cancelled') return 'Refund'
  return toPence(kept) > 0 ? 'Refund the rest' : 'Refund again'
}

type Icon = ComponentType<{ 'aria-hidden': 'true'; className: string }>

function ToolLink({ to, Icon, text }: { to: string; Icon: Icon; text: string }) {
  return (
    <LinkButton to={to} variant="secondary" size="sm" className="h-11">
      <Icon aria-hidden="true" className="size-4.5" />
      {text}
    </LinkButton>
  )
}
