/** The member's subscriptions: what comes next, what waits for the member, and leaving. */
import { Repeat } from 'lucide-react'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { Loaded } from '#ui/loaded'
import { Page } from '#ui/page'
import { Skeleton } from '#ui/skeleton'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { RequireAccount } from '#web/features/account/auth/require-account.tsx'
import { EndedSubscription, SubscriptionCard } from '#web/features/buy/subscriptions/subscription-card.tsx'
import { subscriptionsQuery, useSubscriptions } from '#web/features/buy/subscriptions/subscriptions.ts'

export const loader = memberLoader((app, { id }) => void preload(app, subscriptionsQuery(app, id)))

export function Component() {
  return (
    <Page width="reading" className="py-8 sm:py-12">
      <PageHead title="Subscriptions" hidden />
      <h1 className="text-3xl sm:text-4xl">Subscriptions</h1>
      <p className="mt-3 text-pretty text-ink-soft">
        We tell you before each order. You pay it yourself, or let your saved card pay. You can skip, pause, change or
        cancel at any time.
      </p>
      <RequireAccount fallback={<Skeleton shape="card" className="mt-6 h-64" />}>{() => <Own />}</RequireAccount>
    </Page>
  )
}

function Own() {
  const query = useSubscriptions()
  const loading = <Skeleton shape="card" className="mt-6 h-64" />
  return (
    <Loaded query={query} failed="Your subscriptions could not be loaded" loading={loading}>
      {(subscriptions) => {
        if (subscriptions.length === 0)
          return (
            <EmptyState
              icon={Repeat}
              title="No subscriptions yet"
              actions={<LinkButton to="/">Browse products</LinkButton>}
            >
              Some sellers offer products each week. Look for “Subscribe” on the page of a product.
            </EmptyState>
          )
        const running = subscriptions.filter(({ ended_at: endedAt }) => endedAt === null)
        const ended = subscriptions.filter(({ ended_at: endedAt }) => endedAt !== null)
        return (
          <>
            <ul aria-label="Your subscriptions" className="mt-6 grid gap-5">
              {running.map((subscription) => (
                <li key={subscription.id} id={subscription.id} className="scroll-mt-24">
                  <SubscriptionCard subscription={subscription} />
                </li>
              ))}
            </ul>
            {ended.length > 0 && (
              <section aria-labelledby="ended" className="mt-10">
                <h2 id="ended" className="text-2xl">
                  Ended
                </h2>
                <ul className="mt-4 divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
                  {ended.map((subscription) => (
                    <li key={subscription.id} id={subscription.id} className="px-4 py-3">
                      <EndedSubscription subscription={subscription} />
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </>
        )
      }}
    </Loaded>
  )
}
