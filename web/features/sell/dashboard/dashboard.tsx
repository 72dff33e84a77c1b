/** The seller dashboard: the week in figures, orders to make, tasks, and links to the other seller pages. */

import {
  ArrowRight,
  Banknote,
  CalendarX2,
  ChartNoAxesColumn,
  CircleCheck,
  CircleDashed,
  ClipboardList,
  CookingPot,
  ExternalLink,
  type LucideIcon,
  PackagePlus,
  Store,
  TriangleAlert,
} from 'lucide-react'
import { backOn } from '#domain/pickup/pickup'
import { sellerTermsVersion } from '#domain/selling/seller-terms'
import { longDate } from '#domain/values/calendar'
import { ShopLogo } from '#features/discover/listing'
import type { OwnShop } from '#features/sell/own-shop'
import { shopUpdateFailed } from '#features/sell/settings'
import { memberKeys } from '#keys/member-keys'
import { useNow } from '#platform/clock.ts'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button'
import { Link } from '#ui/link'
import { LinkButton } from '#ui/link-button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { Loading, Skeleton } from '#ui/skeleton'
import { OrdersToMake } from './orders-to-make.tsx'
import { type SellerOverview, useOverview } from './overview.ts'
import { RunningOut } from './running-out.tsx'
import { SellerTasks } from './seller-tasks.tsx'
import { WeekTiles } from './week-tiles.tsx'

const payments = '/seller/payment-settings'

const links: readonly { to: string; text: string; about: string; Icon: LucideIcon }[] = [
  { to: '/seller/create-product', text: 'Create Product', about: 'Put something new on sale', Icon: PackagePlus },
  { to: '/seller/products', text: 'Products', about: 'Prices, stock, allergens, labels', Icon: CookingPot },
  { to: '/seller/orders', text: 'Orders', about: 'What to make and hand over', Icon: ClipboardList },
  { to: '/seller/analytics', text: 'Analytics', about: 'What sells, and when', Icon: ChartNoAxesColumn },
  { to: '/seller/shop-settings', text: 'Shop Settings', about: 'Pickup times, closures, kitchen', Icon: Store },
  { to: payments, text: 'Payment Settings', about: 'How you get paid', Icon: Banknote },
]

export function Dashboard({ shop }: { shop: OwnShop }) {
  const { data: overview, isLoading, refetch } = useOverview()
  const retry = () => void refetch()
  const paymentState = overview && (overview.charges_enabled ? 'Buyers can pay you' : 'Not set up yet')
  return (
    <Page width="wide" className="py-8 sm:py-10">
      <header className="flex flex-wrap items-center gap-x-5 gap-y-4">
        <ShopLogo name={shop.name} logo={shop.logo} className="size-16 sm:size-20" />
        <div className="min-w-0 grow basis-60">
          <h1 className="text-3xl wrap-anywhere sm:text-4xl">{shop.name}</h1>
          <p className="mt-1 text-ink-soft">Seller dashboard</p>
        </div>
        <LinkButton to={`/shop/${shop.slug}`} variant="secondary">
          <ExternalLink aria-hidden="true" className="size-5" strokeWidth={1.75} />
          View shop
        </LinkButton>
      </header>
      <ShopState shop={shop} closures={overview?.closures ?? []} />
      {shop.status === 'pending' && <TermsToAccept />}
      <WeekTiles />
      {isLoading ? (
        <Loading text="Loading your week..." className="mt-8">
          <Skeleton shape="card" className="h-144" />
        </Loading>
      ) : (
        <div className="mt-8 grid items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="space-y-8">
            {overview && <FirstSteps shop={shop} overview={overview} />}
            <OrdersToMake overview={overview} retry={retry} />
          </div>
          <div className="space-y-8">
            <SellerTasks shop={shop} overview={overview} retry={retry} />
            {overview && <RunningOut overview={overview} />}
          </div>
        </div>
      )}
      <nav aria-labelledby="dashboard-links" className="mt-10">
        <h2 id="dashboard-links" className="text-2xl">
          Your shop
        </h2>
        <ul className="mt-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {links.map(({ to, text, about, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex h-full items-center gap-4 rounded-card border border-line bg-card p-4 transition-colors hover:border-ink/30 hover:bg-raised sm:p-5"
              >
                <span className="grid size-12 shrink-0 place-items-center rounded-full bg-berry-pale text-berry">
                  <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
                </span>
                <span className="min-w-0">
                  <span className="block font-semibold">{text}</span>
                  <span className="block text-sm text-ink-soft">{(to === payments && paymentState) || about}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </Page>
  )
}

/** Why buyers cannot see or order from the shop now: a suspension, a closed shop or a closure. */
function ShopState({ shop, closures }: { shop: OwnShop; closures: SellerOverview['closures'] }) {
  const reopening = backOn(closures, useNow())
  if (shop.status === 'pending') return null
  const reason = shop.record?.suspension_reason
  if (shop.status !== 'active')
    return (
      <Notice tone="error" icon={TriangleAlert} className="mt-6">
        <strong className="font-semibold">Your shop is {shop.status}.</strong> Buyers cannot see it, and nobody can
        order.
        {reason && <span className="mt-1 block wrap-anywhere">Reason: {reason}</span>}
        <span className="mt-1 block">
          You can still fulfil or refund paid orders.{' '}
          <Link to="/contact" className="underline">
            Contact us
          </Link>{' '}
          if you think this is a mistake, or once the problem is fixed.
        </span>
      </Notice>
    )
  if (!reopening) return null
  return (
    <Notice tone="warning" icon={CalendarX2} className="mt-6">
      <strong className="font-semibold">You are closed now.</strong> Back on {longDate(reopening)}.
    </Notice>
  )
}

/** The notice of a shop whose owner has not accepted the current terms, with a button that accepts them. */
function TermsToAccept() {
  const accept = useWrite({
    write: (client) => client.rpc('accept_seller_terms', { version: sellerTermsVersion }),
    failure: shopUpdateFailed,
    invalidates: [memberKeys.all],
  })
  return (
    <section aria-label="Terms" className="mt-6">
      <Notice
        tone="warning"
        action={
          <Button variant="secondary" size="sm" busy={accept.isPending} onClick={() => accept.mutate()}>
            I have read and accept the terms
          </Button>
        }
      >
        <strong className="font-semibold">You have not accepted the current Health &amp; Safety Terms yet.</strong>{' '}
        Until you do, only you can see your shop, and nobody can order.{' '}
        <Link to="/seller/terms" className="font-semibold underline underline-offset-4">
          Read the Health &amp; Safety Terms
        </Link>
      </Notice>
    </section>
  )
}

/** The checklist of a new shop; hidden once every step is done. */
function FirstSteps({ shop, overview }: { shop: OwnShop; overview: SellerOverview }) {
  const settings = '/seller/shop-settings'
  const steps = [
    { text: 'Add your first product', to: '/seller/create-product', isDone: overview.products > 0 },
    { text: 'Add a logo', to: settings, isDone: shop.logo !== null },
    { text: 'Add your location', to: settings, isDone: shop.town !== null },
    { text: 'Set your pickup times', to: settings, isDone: overview.schedules > 0 },
    { text: 'Set up payments', to: payments, isDone: overview.charges_enabled },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps" className="text-2xl">
        Get your shop ready
      </h2>
      <p className="mt-1 text-ink-soft">
        {done} of {steps.length} done
      </p>
      <ul className="mt-4 divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
        {steps.map(({ text, to, isDone }) => (
          <li key={text}>
            {isDone ? (
              <p className="flex min-h-14 items-center gap-3.5 px-4 py-3 text-ink-soft">
                <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-leaf" strokeWidth={1.75} />
                <span className="line-through decoration-ink/30">{text}</span>
                <span className="sr-only">, done</span>
              </p>
            ) : (
              <Link to={to} className="flex min-h-14 items-center gap-3.5 px-4 py-3 font-medium hover:bg-raised">
                <CircleDashed aria-hidden="true" className="size-6 shrink-0 text-ink/40" strokeWidth={1.75} />
                <span className="grow">{text}</span>
                <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-berry" />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
