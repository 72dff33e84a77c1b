/** The subscribers of the seller's shop: what is coming, and each subscription, which the seller can end. */
import { useQuery } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { useState } from 'react'
import { dayWithYear, londonTime, longDate } from '#domain/values/calendar'
import { formatPence, toPence } from '#domain/values/money'
import { useApp } from '#platform/app-context.ts'
import { useNow } from '#platform/clock.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { lazyDialog } from '#ui/lazy-dialog'
import { LinkButton } from '#ui/link-button'
import { Loaded } from '#ui/loaded'
import { Page } from '#ui/page'
import { Skeleton } from '#ui/skeleton'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { useMember } from '#web/features/account/auth/require-account.tsx'
import { itemText } from '#web/features/buy/subscriptions/subscription-card.tsx'
import { turnText } from '#web/features/buy/subscriptions/subscription-text.ts'
import { type ShopSubscription, shopSubscriptionsQuery } from '#web/features/buy/subscriptions/subscriptions.ts'
import { ComingSubscriptions } from '#web/features/buy/subscriptions/upcoming-subscriptions.tsx'
import { SellerPage } from '#web/features/sell/frame/seller-page.ts'

export const handle = new SellerPage('Subscriptions', { purpose: 'see your subscribers' })

export const loader = memberLoader((app, { id }) => void preload(app, shopSubscriptionsQuery(app, id)))

export function Component() {
  const { date: today } = londonTime(useNow())
  return (
    <Page width="medium" className="py-8 sm:py-12">
      <PageHead title={handle.title} hidden />
      <h1 className="text-3xl sm:text-4xl">Subscriptions</h1>
      <p className="mt-3 max-w-prose text-pretty text-ink-soft">
        You choose for each product whether buyers can subscribe to it. We place their orders before your cut-off, and
        buyers pay each one. Your days off are left out, and subscribers are told.
      </p>
      <ComingSubscriptions from={today} days={28} linked={false} className="mt-6" />
      <Subscribers />
    </Page>
  )
}

function Subscribers() {
  const query = useQuery(shopSubscriptionsQuery(useApp(), useMember().id))
  return (
    <Loaded
      query={query}
      failed="The subscriptions could not be loaded"
      loading={<Skeleton shape="card" className="mt-6 h-64" />}
    >
      {(subscriptions) =>
        subscriptions.length === 0 ? (
          <EmptyState
            icon={Repeat}
            title="No subscribers yet"
            actions={<LinkButton to="/seller/products">Your products</LinkButton>}
          >
            Switch on “Subscriptions” for a product that you make every week, such as bread.
          </EmptyState>
        ) : (
          <section aria-labelledby="subscribers" className="mt-8">
            <h2 id="subscribers" className="text-2xl">
              Subscribers
            </h2>
            <ul className="mt-4 divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
              {subscriptions.map((subscription) => (
                <li key={subscription.id} id={subscription.id} className="scroll-mt-24 px-4 py-3">
                  <Line subscription={subscription} />
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  )
}

function Line({ subscription }: { subscription: ShopSubscription }) {
  const [isEnding, setEnding] = useState(false)
  const { id, buyer_name: buyer, ended_at: endedAt, next_on: nextOn, price, quantity } = subscription
  const name = buyer ?? 'A buyer'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="font-semibold">{name}</span>: {itemText(subscription)} <State subscription={subscription} />
        </p>
        <p className="text-sm text-ink-soft">
          {turnText(subscription)}, <span className="tabular-nums">{formatPence(toPence(price) * quantity)}</span> an
          order
        </p>
        <p className="text-sm text-ink-soft">
          {endedAt === null ? `Next: ${longDate(nextOn)}` : `Ended on ${dayWithYear(endedAt)}`}
        </p>
      </div>
      {endedAt === null && (
        <Button variant="secondary" aria-label={`End the subscription of ${name}`} onClick={() => setEnding(true)}>
          End
        </Button>
      )}
      <EndDialog
        id={id}
        by="seller"
        title={`End the subscription of ${name}?`}
        text="We tell them. An order that awaits payment is cancelled too. Paid orders stay as they are."
        open={isEnding}
        onClose={() => setEnding(false)}
      />
    </div>
  )
}

const EndDialog = lazyDialog(() =>
  import('#web/features/buy/subscriptions/end-dialog.tsx').then((module) => module.EndDialog),
)

function State({ subscription }: { subscription: ShopSubscription }) {
  const { ended_at: endedAt, ended_by: endedBy, changed, problem, paused_until: pausedUntil } = subscription
  if (endedAt !== null) return <Badge>{endedBy === 'buyer' ? 'Cancelled' : 'Ended'}</Badge>
  if (problem !== null) return <Badge tone="alarm">Not on sale</Badge>
  if (changed !== null) return <Badge tone="honey">Waits for the buyer</Badge>
  if (pausedUntil !== null) return <Badge tone="sky">Paused</Badge>
  return null
}
