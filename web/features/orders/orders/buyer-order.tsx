/** An order for its buyer: status, items, fulfilment, costs and actions. */

import { MessageCircle, Printer } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { kitchenLine } from '#domain/food/kitchen'
import { shortOrderId } from '#domain/orders/order-state'
import { readQuoteTerms } from '#domain/orders/quote-terms'
import { dayWithYear, momentFrom } from '#domain/values/calendar'
import { loadAreaMap } from '#features/discover/location'
import { ProposedMove } from '#features/orders/moves'
import { BoughtOrderProblems, ReportProblem } from '#features/orders/problems'
import { useMessageAboutOrder } from '#features/talk/conversations'
import { AllergenAnswers, Brief, QuoteTerms } from '#features/talk/quotes'
import { useApp } from '#platform/app-context.ts'
import { BackLink } from '#ui/back-link'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Link } from '#ui/link'
import { LinkButton } from '#ui/link-button'
import { AddToCalendar } from './add-to-calendar.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { madeOf } from './changed-declaration.ts'
import type { OrderDetail } from './order-detail.ts'
import { FulfilmentDetails, OrderStatusBadge } from './order-facts.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderTotals, Refunds } from './order-money.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { PayBalance } from './pay-balance.tsx'
import { Receipt } from './receipt.tsx'
import { SameAgainButton, SameAgainOutcome, useOrderAgain } from './same-again.tsx'
import { isPickupOver, statusText } from './status-text.ts'

interface BuyerOrderViewProps {
  order: OrderDetail
  now: Date
}

export function BuyerOrderView({ order, now }: BuyerOrderViewProps) {
  const isUnpaid = order.status === 'pending payment'
  const kitchen = kitchenLine(order.kitchen_handles)
  return (
    <>
      <div className="print:hidden">
        <OrderHead order={order} back={{ to: '/orders', label: 'Your Orders' }}>
          , from <ShopName order={order} />
        </OrderHead>
        <Progress order={order} now={now} />
        {order.status === 'processing' && <ProposedMove orderId={order.id} shopName={order.shop_name} />}
        <PayBalance order={order} now={now} />
        {!isUnpaid && <PaidOrderActions order={order} />}
        <div className="mt-6 grid items-start gap-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="space-y-6">
            <BoughtOrderProblems orderId={order.id} />
            <Card>
              <h2 className="text-xl">Items</h2>
              <OrderItems items={order.items} isReviewable={order.status === 'delivered'} />
              {kitchen && <p className="mt-4 border-t border-line pt-4 text-sm text-pretty">{kitchen}</p>}
              <QuoteTerms {...readQuoteTerms(order.quote_terms)} className="mt-4 border-t border-line pt-4" />
            </Card>
            {order.answers_agreed_at && (
              <Card>
                <h2 className="mb-3 text-xl">Allergens you asked about</h2>
                <AllergenAnswers answers={order.allergen_answers} made={madeOf(order.items)} />
                <p className="mt-3 text-sm text-ink-soft">
                  You agreed to this {momentFrom(now, new Date(order.answers_agreed_at))}.
                </p>
              </Card>
            )}
          </div>
          <div className="space-y-6">
            <FulfilmentCard order={order} now={now} />
            <Brief brief={order.brief}>
              {(content) => (
                <Card>
                  <h2 className="mb-2 text-xl">What was agreed</h2>
                  {content}
                </Card>
              )}
            </Brief>
            {order.note && (
              <Card>
                <h2 className="mb-2 text-xl">Note to the seller</h2>
                <p className="whitespace-pre-line wrap-anywhere">{order.note}</p>
              </Card>
            )}
            <Card>
              <h2 className="mb-3 text-xl">Totals</h2>
              <OrderTotals order={order} />
              <Refunds order={order} />
            </Card>
            <Help order={order} now={now} />
          </div>
        </div>
      </div>
      <Receipt order={order} />
    </>
  )
}

function ShopName({ order: { shop, shop_name: name } }: { order: OrderDetail }): ReactNode {
  if (!shop) return name
  return (
    <Link to={`/shop/${encodeURIComponent(shop.slug)}`} className="underline underline-offset-4 hover:text-berry">
      {name}
    </Link>
  )
}

function Progress({ order, now }: BuyerOrderViewProps) {
  return (
    <Card className="mt-6 space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        {/* Announces status changes. */}
        <p role="status" className="min-w-0 text-lg font-medium text-pretty wrap-anywhere">
          {statusText(order, now)}
        </p>
        {order.status === 'pending payment' && order.checkout_id && (
          <LinkButton to={`/checkout/${order.checkout_id}`}>Pay now</LinkButton>
        )}
      </div>
      <OrderTimeline order={order} now={now} />
    </Card>
  )
}

function PaidOrderActions({ order }: { order: OrderDetail }) {
  const again = useOrderAgain(order)
  return (
    <>
      <div className="mt-6 flex flex-wrap gap-3">
        <SameAgainButton again={again} variant={order.status === 'delivered' ? 'primary' : 'secondary'} />
        {order.paid_at !== null && (
          <Button variant="secondary" onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-5" />
            Print receipt
          </Button>
        )}
      </div>
      <SameAgainOutcome again={again} />
    </>
  )
}

function FulfilmentCard({ order, now }: BuyerOrderViewProps) {
  const isPickup = order.fulfilment === 'pickup'
  const isComing = order.status === 'processing' || order.status === 'ready'
  return (
    <Card>
      <h2 className="mb-2 text-xl">{isPickup ? 'Pickup' : 'Delivery'}</h2>
      <FulfilmentDetails order={order} now={now} />
      {isPickup && isComing && !order.pickup_place && order.shop && <PickupArea shop={order.shop} />}
      {order.phone && (
        <p className="mt-1 text-sm text-pretty text-ink-soft">
          The shop can call you on {order.phone.phone} until the order is over.
        </p>
      )}
      {(isPickup || order.delivery_start) && isComing && !isPickupOver(order, now) && (
        <div className="mt-4">
          <AddToCalendar order={order} />
        </div>
      )}
    </Card>
  )
}

function Help({ order, now }: BuyerOrderViewProps) {
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-xl">Need help?</h2>
      <MessageSeller order={order} />
      <ReportProblem orderId={order.id} number={order.number} shopName={order.shop_name} />
      <CancelOrder order={order} now={now} />
    </Card>
  )
}

/** A shop's coordinates have two decimals, so its kitchen is within this radius. */
const radiusMiles = 0.75

function PickupArea({ shop: { lat, lon } }: { shop: { readonly lat: number | null; readonly lon: number | null } }) {
  const { mapTiles } = useApp().config
  const [AreaMap, setAreaMap] = useState<Awaited<ReturnType<typeof loadAreaMap>>['AreaMap'] | null>(null)
  useEffect(() => {
    // Without the map the text still names the area.
    void loadAreaMap()
      .then((part) => setAreaMap(() => part.AreaMap))
      .catch(() => {})
  }, [])
  if (lat === null || lon === null || !AreaMap) return null
  return <AreaMap place={{ lat, lon, radiusMiles }} tiles={mapTiles} />
}

function MessageSeller({ order }: { order: OrderDetail }) {
  const { start, isStarting } = useMessageAboutOrder(order.id)
  return (
    <Button variant="secondary" busy={isStarting} onClick={start} className="w-full">
      <MessageCircle aria-hidden="true" className="size-5 text-berry" />
      Message seller
    </Button>
  )
}

interface OrderHeadProps {
  order: OrderDetail
  back: { readonly to: string; readonly label: string }
  children: ReactNode
}

function OrderHead({ order, back, children }: OrderHeadProps) {
  return (
    <>
      <BackLink to={back.to} className="mb-2">
        {back.label}
      </BackLink>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 tabIndex={-1} className="text-3xl outline-none sm:text-4xl">
          Order {order.number}
        </h1>
        <OrderStatusBadge status={order.status} />
      </div>
      <p className="mt-2 text-ink-soft wrap-anywhere">
        {dayWithYear(order.created_at)}
        {children}
        <span className="ml-3 text-sm tabular-nums">Id {shortOrderId(order.id)}</span>
      </p>
    </>
  )
}
