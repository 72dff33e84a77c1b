/** Links from an order to its seller and to the site's support. */
import { Flag, MessageCircle } from 'lucide-react'
import { orderNumber } from '#domain/order-state'
import { useMessageAboutOrder } from '#features/messages'
import { Button } from '#ui/button'
import { LinkButton } from '#ui/link-button'
import type { OrderDetail } from './order-detail.ts'

export function MessageSeller({ order }: { order: OrderDetail }) {
  const { start, isStarting } = useMessageAboutOrder(order.id)
  return (
    <Button variant="secondary" busy={isStarting} onClick={start} className="w-full">
      <MessageCircle aria-hidden="true" className="size-5 text-berry" />
      Message seller
    </Button>
  )
}

/** Contacts the site, for problems the seller does not solve. */
export function ReportProblem({ order }: { order: OrderDetail }) {
  const subject = encodeURIComponent(`Problem with order ${orderNumber(order.id)}`)
  return (
    <LinkButton to={`/contact?subject=${subject}`} variant="secondary" className="w-full">
      <Flag aria-hidden="true" className="size-5 text-berry" />
      Report a problem
    </LinkButton>
  )
}
