/** The custom order of a conversation: brief, price and the member's next step. */
import { useEffect, useRef, useState } from 'react'
import { dayInWords } from '#domain/brief'
import { formatPence, toPence } from '#domain/money'
import { quoteEnd, quoteStatus } from '#domain/quote'
import { useMember } from '#features/auth'
import { useNow } from '#platform/clock.ts'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'
import { LinkButton } from '#ui/link-button'
import { toast } from '#ui/toast'
import { BriefCard } from './brief-card.tsx'
import { type QuoteOrder, useQuoteOrder } from './quotes.ts'
import { quoteLabel } from './room-list.tsx'
import type { Room } from './rooms.ts'

export function QuotePanel({ room }: { room: Room }) {
  const isBuyer = useMember().id === room.buyer_id
  useQuoteToast(room, isBuyer)
  return (
    <div className="divide-y divide-line border-b border-line">
      <BriefCard room={room} />
      <Price room={room} isBuyer={isBuyer} />
    </div>
  )
}

function Price({ room, isBuyer }: { room: Room; isBuyer: boolean }) {
  const order = useQuoteOrder(room)
  const now = useNow()
  const status = quoteStatus(room, order?.status === 'pending payment', now)
  const end = quoteEnd(room, now)
  const day = room.price_quote === null || room.wanted_on === null ? null : dayInWords(room.wanted_on)
  return (
    <section
      aria-label="Price"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 sm:px-6"
    >
      <div className="min-w-0 text-sm">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className={room.price_quote === null ? 'text-ink-soft' : 'text-base font-semibold tabular-nums'}>
            {quoteLabel(room)}
          </span>
          {status === 'paid' && <Badge tone="leaf">Paid</Badge>}
          {status === 'expired' && <Badge tone="alarm">Expired</Badge>}
          {status === 'being-paid' && <Badge tone="honey">Awaiting payment</Badge>}
        </p>
        <p className="text-pretty text-ink-soft">
          {[day && `For ${day}.`, statusTexts[status](isBuyer, end)].filter(Boolean).join(' ')}
        </p>
      </div>
      {isBuyer ? (
        <BuyerAction room={room} status={status} order={order} />
      ) : (
        <SellerAction room={room} status={status} order={order} />
      )}
    </section>
  )
}

type QuoteStatus = ReturnType<typeof quoteStatus>

const statusTexts: Record<QuoteStatus, (isBuyer: boolean, end: string | null) => string | null> = {
  awaiting: () => null,
  quoted: (isBuyer, end) => end && `${isBuyer ? 'You' : 'The buyer'} can accept it until ${end}.`,
  'being-paid': () => 'You have accepted this quote. Pay to confirm your order.',
  expired: (isBuyer) =>
    isBuyer ? 'This quote has expired. Ask the seller to renew it.' : 'The buyer can no longer accept this quote.',
  paid: () => null,
}

interface ActionProps {
  room: Room
  status: QuoteStatus
  order: QuoteOrder | null | undefined
}

function BuyerAction({ room, status, order }: ActionProps) {
  if (status === 'paid') return <OrderLink order={order}>See your order</OrderLink>
  if (status === 'being-paid' && order?.checkout_id) {
    return (
      <LinkButton size="sm" to={`/checkout/${order.checkout_id}`}>
        Continue to payment
      </LinkButton>
    )
  }
  if (status !== 'quoted') return null
  if (!room.product) return <p className="text-sm text-ink-soft">This product is no longer on sale.</p>
  return (
    <LinkButton size="sm" to={`/checkout?quote=${room.id}`}>
      Accept and pay
    </LinkButton>
  )
}

const QuoteDialog = lazyDialog(() => import('./quote-dialog.tsx').then((module) => module.QuoteDialog))

function SellerAction({ room, status, order }: ActionProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (status === 'paid') return <OrderLink order={order}>See the order</OrderLink>
  const isNew = status === 'awaiting'
  return (
    <>
      {/* Without its product the quote cannot be accepted. */}
      {room.product && (
        <Button size="sm" variant={status === 'quoted' ? 'secondary' : 'primary'} onClick={() => setIsOpen(true)}>
          {isNew ? 'Quote a price' : status === 'expired' ? 'Renew quote' : 'Extend'}
        </Button>
      )}
      <QuoteDialog room={room} open={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}

function OrderLink({ order, children }: { order: QuoteOrder | null | undefined; children: string }) {
  if (!order) return null
  return (
    <LinkButton size="sm" variant="secondary" to={`/order/${order.id}`}>
      {children}
    </LinkButton>
  )
}

/** Shows a toast when a price is quoted while the buyer has the conversation open. */
function useQuoteToast(room: Room, isBuyer: boolean): void {
  const before = useRef(room.price_quote)
  useEffect(() => {
    if (isBuyer && before.current === null && room.price_quote !== null) {
      toast({
        title: `Price quoted: ${formatPence(toPence(room.price_quote))}`,
        description: room.product ? `For ${room.product.name}.` : undefined,
      })
    }
    before.current = room.price_quote
  }, [isBuyer, room.price_quote, room.product])
}
