/** Where the customer of a manual order reads what they buy, with its allergens, and pays. No account is needed. */
import { CircleCheck, LinkIcon } from 'lucide-react'
import { useParams } from 'react-router'
import { readAllergens } from '#domain/food/allergens'
import { kitchenLine } from '#domain/food/kitchen'
import { slotHours } from '#domain/pickup/pickup-days'
import { longDate, momentFrom } from '#domain/values/calendar'
import { formatPounds } from '#domain/values/money'
import { useNow } from '#platform/clock.ts'
import { messageFor } from '#platform/message-for.ts'
import { PageHead } from '#platform/page-head.tsx'
import { isRefusal } from '#platform/unwrap.ts'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { FormError } from '#ui/form-error'
import { LoadFailed } from '#ui/load-failed'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { PageNotice } from '#ui/page-notice'
import { Loading, Skeleton } from '#ui/skeleton'
import { LinkedItems } from '#web/features/sell/manual-orders/linked-items.tsx'
import { type LinkedOrder, usePayLink, usePaymentLink } from '#web/features/sell/manual-orders/payment-link.ts'

export function Component() {
  const { token = '' } = useParams()
  return (
    <>
      <PageHead title="Pay your order" hidden />
      <LinkedOrderPage token={token} />
    </>
  )
}

function LinkedOrderPage({ token }: { token: string }) {
  const { data, error, refetch } = usePaymentLink(token)
  if (data) return <OrderToPay order={data} token={token} />
  if (isRefusal(error))
    return (
      <PageNotice icon={LinkIcon} title="This link is not valid" to="/" link="Go to Tuckbox">
        It may be incomplete or too old. Please ask your baker for a new one.
      </PageNotice>
    )
  if (error)
    return (
      <LoadFailed
        title="Your order could not be loaded"
        headingLevel="h1"
        className="py-24"
        retry={() => void refetch()}
      />
    )
  return (
    <Page width="narrow" className="py-10">
      <Loading text="Loading your order...">
        <Skeleton shape="card" className="h-80" />
      </Loading>
    </Page>
  )
}

function OrderToPay({ order, token }: { order: LinkedOrder; token: string }) {
  const kitchen = kitchenLine(order.kitchen_handles)
  return (
    <Page width="narrow" className="py-8 sm:py-12">
      {order.state === 'paid' ? (
        <>
          <CircleCheck aria-hidden="true" className="size-12 text-leaf" strokeWidth={1.5} />
          <h1 className="mt-2 text-3xl sm:text-4xl">Thank you</h1>
          <p role="status" className="mt-2 text-pretty text-ink-soft">
            {order.shop_name} has your payment of {formatPounds(order.total)}. Keep this page: it shows your order.
          </p>
        </>
      ) : (
        <h1 className="text-3xl wrap-anywhere sm:text-4xl">Your order from {order.shop_name}</h1>
      )}
      <p className="mt-1 text-ink-soft">Order {order.number}</p>
      {order.state === 'ended' && (
        <Notice tone="warning" className="mt-4">
          This order is no longer awaiting payment. Please ask {order.shop_name}.
        </Notice>
      )}
      <Card className="mt-5">
        <LinkedItems items={order.items} isPaid={order.state === 'paid'} />
        {kitchen && <p className="mt-4 text-sm text-pretty">{kitchen}</p>}
        <p className="mt-4 flex justify-between border-t border-line pt-4 text-lg font-semibold">
          <span>Total</span>
          <span className="tabular-nums">{formatPounds(order.total)}</span>
        </p>
        <HandOver order={order} />
      </Card>
      {order.state === 'open' && <PayButton order={order} token={token} />}
    </Page>
  )
}

function HandOver({ order }: { order: LinkedOrder }) {
  if (order.hand_over === 'now') return null
  const { place, area } = order
  return (
    <div className="mt-4 border-t border-line pt-4">
      <h2 className="font-sans text-base tracking-normal">Pickup</h2>
      <p>
        {longDate(order.date)}, {slotHours(order)}
      </p>
      {place ? (
        <p className="wrap-anywhere text-ink-soft">
          {[place.address_line1, place.address_line2, place.city, place.postal_code].filter(Boolean).join(', ')}
          {place.instructions && <span className="block">{place.instructions}</span>}
        </p>
      ) : (
        area && (
          <p className="text-ink-soft">
            {[area.city, area.postal_area].filter(Boolean).join(' ')}. The address is shown here before your pickup.
          </p>
        )
      )}
    </div>
  )
}

function PayButton({ order, token }: { order: LinkedOrder; token: string }) {
  const pay = usePayLink(token)
  const now = useNow()
  return (
    <div className="mt-5">
      <p className="text-sm text-pretty text-ink-soft">
        By paying you confirm that you have read the allergens
        {order.items.some(({ allergens, is_custom }) => !is_custom && readAllergens(allergens) === null) &&
          ', and that not every item declares them'}
        . Kept for you until {momentFrom(now, new Date(order.expires_at))}.
      </p>
      <FormError message={pay.error && messageFor(pay.error, 'The payment could not be opened. Please try again.')} />
      <Button size="lg" busy={pay.isPending || pay.isSuccess} onClick={() => pay.mutate()} className="mt-3 w-full">
        Pay {formatPounds(order.total)}
      </Button>
    </div>
  )
}
