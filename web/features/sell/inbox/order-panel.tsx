/** The open order beside the inbox: everything needed to make, hand over and refund it. */
import { PackageSearch } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { shortOrderId } from '#domain/orders/order-state'
import { handOverWhen, timelineOf } from '#domain/orders/order-timeline'
import { readQuoteTerms } from '#domain/orders/quote-terms'
import { momentFrom } from '#domain/values/calendar'
import { formatPounds, toPence } from '#domain/values/money'
import { MoveOrder } from '#features/orders/moves'
import { AddressLines, madeOf, OrderStatusBadge, OrderTotals, readAddress } from '#features/orders/orders'
import { SoldOrderProblems } from '#features/orders/problems'
import { AllergenAnswers, Brief, QuoteTerms } from '#features/talk/quotes'
import { useNow } from '#platform/clock.ts'
import { BackLink } from '#ui/back-link'
import { Badge } from '#ui/badge'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { LoadFailed } from '#ui/load-failed'
import { Notice } from '#ui/notice'
import { Loading, Skeleton } from '#ui/skeleton'
import { OpenBalance } from './balance.tsx'
import { type InboxParameters, inboxUrl } from './inbox-parameters.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderRefunds } from './order-refunds.tsx'
import { SoldItems } from './sold-items.tsx'
import { leftToRefund, type SoldOrder, useSoldOrder } from './sold-order.ts'

export function OrderPanel({ id, parameters }: { id: string; parameters: InboxParameters }) {
  const { data: order, isError, refetch } = useSoldOrder(id)
  return (
    <section
      aria-label={order ? `Order ${order.number}` : 'Order'}
      className="min-w-0 lg:sticky lg:top-24 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto lg:overscroll-contain lg:rounded-card lg:border lg:border-line lg:bg-card lg:p-6"
    >
      <BackLink to={inboxUrl({ ...parameters, order: null })} preventScrollReset className="mb-1">
        All orders
      </BackLink>
      {order ? (
        <Details order={order} />
      ) : order === null ? (
        <NotFound />
      ) : isError ? (
        <LoadFailed title="The order could not be loaded" retry={() => void refetch()} />
      ) : (
        <OrderLoading />
      )}
    </section>
  )
}

/** The placeholder on wide screens before an order is selected. */
export function NoOrderSelected({ hasOrders }: { hasOrders: boolean }) {
  if (!hasOrders) return null
  return (
    <p className="rounded-card border border-dashed border-line px-6 py-16 text-center text-ink-soft max-lg:hidden">
      Choose an order to see its details.
    </p>
  )
}

function Details({ order }: { order: SoldOrder }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // On wide screens the list stays in place beside the order; on phones the order replaces it, so the page scrolls to
  // the heading.
  useEffect(() => heading.current?.focus({ preventScroll: window.matchMedia('(min-width: 64rem)').matches }), [])
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 ref={heading} tabIndex={-1} className="scroll-mt-28 text-2xl outline-none sm:text-3xl">
          Order {order.number}
        </h2>
        <OrderStatusBadge status={order.status} />
        {order.manual && <Badge tone="neutral">{manualTexts[order.manual.payment] ?? 'Entered by you'}</Badge>}
      </div>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3 text-lg wrap-anywhere">
        {order.buyer_name ?? 'A former member'}
        <span className="text-sm text-ink-soft tabular-nums">Id {shortOrderId(order.id)}</span>
      </p>
      {order.status === 'cancelled' && order.cancel_reason && (
        <Notice tone="error" className="mt-3 wrap-anywhere">
          Cancelled: “{order.cancel_reason}”
        </Notice>
      )}
      <OpenBalance order={order} />
      <OrderActions order={order} />
      {order.status === 'processing' && <MoveOrder orderId={order.id} buyer={order.buyer_name ?? 'the buyer'} />}
      <div className="mt-6 grid gap-5">
        <SoldOrderProblems orderId={order.id} leftPence={leftToRefund(order)} />
        {order.allergen_answers !== null && (
          <Section title="Allergens the buyer asked about">
            <AllergenAnswers answers={order.allergen_answers} made={madeOf(order.items)} />
          </Section>
        )}
        {order.note && (
          <Section title="Note from the buyer" tone="note">
            <p className="whitespace-pre-line wrap-anywhere">{order.note}</p>
          </Section>
        )}
        <Section title={order.fulfilment === 'pickup' ? 'Pickup' : 'Delivery'}>
          <HandOver order={order} />
        </Section>
        <Section title="Items">
          <SoldItems items={order.items} />
          <QuoteTerms {...readQuoteTerms(order.quote_terms)} className="mt-3 border-t border-line pt-3" />
        </Section>
        <Brief brief={order.brief}>{(words) => <Section title="What was agreed">{words}</Section>}</Brief>
        <Section title="Payment">
          <OrderTotals order={order} />
          {toPence(order.cancellation_kept) > 0 && (
            <p className="mt-2 text-pretty">
              Under the cancellation terms of the order you keep {formatPounds(order.cancellation_kept)}, less the fee.
            </p>
          )}
          <OrderRefunds order={order} />
        </Section>
        <Section title="History">
          <Timeline order={order} />
        </Section>
      </div>
    </>
  )
}

const manualTexts: Readonly<Record<string, string>> = {
  received: 'Entered by you, paid outside Tuckbox',
  link: 'Entered by you, paid by link',
  collection: 'Entered by you, paid on collection',
}

function Section({ title, tone, children }: { title: string; tone?: 'note'; children: ReactNode }) {
  return (
    <Card
      className={
        tone === 'note'
          ? 'border-transparent bg-honey-pale p-4 text-honey-deep sm:p-4'
          : 'p-4 sm:p-4 lg:rounded-none lg:border-x-0 lg:border-b-0 lg:px-0 lg:pt-5 lg:pb-0'
      }
    >
      <h3 className="mb-2 font-sans text-base tracking-normal">{title}</h3>
      {children}
    </Card>
  )
}

function HandOver({ order }: { order: SoldOrder }) {
  const when = handOverWhen(order)
  const address = readAddress(order.fulfilment === 'pickup' ? order.pickup_place : order.delivery_address)
  return (
    <>
      {when && <p className="font-medium">{when}</p>}
      {address && <AddressLines address={address} className="text-ink-soft" />}
      {order.phone && (
        <p className="mt-1">
          <a href={`tel:${order.phone.phone.replace(/[^\d+]/g, '')}`} className="text-link inline-block py-1">
            {order.phone.phone}
          </a>
        </p>
      )}
    </>
  )
}

function Timeline({ order }: { order: SoldOrder }) {
  const now = useNow()
  return (
    <ol className="space-y-1.5">
      {timelineOf(order)
        .filter(({ progress }) => progress !== 'ahead')
        .map(({ status, label, at }) => (
          <li key={status} className="flex flex-wrap justify-between gap-x-4">
            <span>{label}</span>
            {at && (
              <time dateTime={at.toISOString()} className="text-ink-soft tabular-nums first-letter:uppercase">
                {momentFrom(now, at)}
              </time>
            )}
          </li>
        ))}
    </ol>
  )
}

function NotFound() {
  return (
    <EmptyState
      icon={PackageSearch}
      title="Order Not Found"
      actions={<LinkButton to="/seller/orders">All orders</LinkButton>}
    >
      <p>This order doesn’t exist or isn’t yours.</p>
    </EmptyState>
  )
}

function OrderLoading() {
  return (
    <Loading text="Loading the order...">
      <Skeleton className="h-9 w-56" />
      <Skeleton className="mt-4 h-11" />
      <Skeleton shape="card" className="mt-6 h-64" />
    </Loading>
  )
}
