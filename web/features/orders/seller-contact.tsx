/** From an order to whoever made it, or to us. */
import { Flag, MessageCircle } from 'lucide-react'
import { orderNumber } from '#domain/order-state'
import { useMessageSeller } from '#features/messages'
import { Button } from '#ui/button'
import { LinkButton } from '#ui/link-button'
import type { OrderDetail } from './order-detail.ts'

const icon = <MessageCircle aria-hidden="true" className="size-5 text-berry" />

/** Nothing where none of what was bought is on sale any more: a conversation is about a product. */
export function MessageSeller({ order }: { order: OrderDetail }) {
  if (order.chat_room_id) {
    return (
      <LinkButton to={`/messages?room=${order.chat_room_id}`} variant="secondary" className="w-full">
        {icon}
        Message seller
      </LinkButton>
    )
  }
  const product = order.items.find((item) => item.product)?.product
  return product && <MessageAbout productId={product.id} />
}

function MessageAbout({ productId }: { productId: string }) {
  const { start, isStarting } = useMessageSeller(productId)
  return (
    <Button variant="secondary" busy={isStarting} onClick={start} className="w-full">
      {icon}
      Message seller
    </Button>
  )
}

/** To us: for what the seller cannot or will not put right. */
export function ReportProblem({ order }: { order: OrderDetail }) {
  const subject = encodeURIComponent(`Problem with order ${orderNumber(order.id)}`)
  return (
    <LinkButton to={`/contact?subject=${subject}`} variant="secondary" className="w-full">
      <Flag aria-hidden="true" className="size-5 text-berry" />
      Report a problem
    </LinkButton>
  )
}
