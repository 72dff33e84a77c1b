/** The seller dashboard: orders to make, tasks, and links to the other seller pages. */
import {
  Banknote,
  CalendarX2,
  ChartNoAxesColumn,
  ClipboardList,
  CookingPot,
  ExternalLink,
  type LucideIcon,
  PackagePlus,
  Store,
  TriangleAlert,
} from 'lucide-react'
import { Link } from 'react-router'
import { longDate } from '#domain/calendar'
import { backOn } from '#domain/pickup'
import type { OwnShop } from '#features/account'
import { ShopLogo } from '#features/product'
import { LinkButton } from '#ui/link-button'
import { useClosures } from './closures.ts'
import { FirstSteps } from './first-steps.tsx'
import { OrdersToMake } from './orders-to-make.tsx'
import { useOverview } from './overview.ts'
import { SellerTasks } from './seller-tasks.tsx'
import { TermsToAccept } from './terms-to-accept.tsx'

const payments = '/seller/payment-settings'

const links: readonly { to: string; text: string; about: string; Icon: LucideIcon }[] = [
  { to: '/seller/create-product', text: 'Create Product', about: 'Put something new on sale', Icon: PackagePlus },
  { to: '/seller/products', text: 'Products', about: 'Prices, stock, allergens, labels', Icon: CookingPot },
  { to: '/seller/orders', text: 'Orders', about: 'What to make and hand over', Icon: ClipboardList },
  { to: '/seller/analytics', text: 'Analytics', about: 'What sells, and when', Icon: ChartNoAxesColumn },
  { to: '/seller/shop-settings', text: 'Shop Settings', about: 'Pickup times, closures, pictures', Icon: Store },
  { to: payments, text: 'Payment Settings', about: 'How you get paid', Icon: Banknote },
]

export function Dashboard({ shop }: { shop: OwnShop }) {
  const { data: overview } = useOverview()
  const paymentState = overview && (overview.charges_enabled ? 'Buyers can pay you' : 'Not set up yet')
  return (
    <div className="page max-w-6xl! py-8 sm:py-10">
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
      <ShopState shop={shop} />
      {shop.status === 'pending' && <TermsToAccept />}
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="space-y-8">
          {overview && <FirstSteps shop={shop} overview={overview} />}
          <OrdersToMake />
        </div>
        <SellerTasks shop={shop} />
      </div>
      <nav aria-labelledby="dashboard-links" className="mt-10">
        <h2 id="dashboard-links" className="text-2xl">
          Your shop
        </h2>
        <ul className="mt-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {links.map(({ to, text, about, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex h-full items-center gap-4 rounded-2xl border border-line bg-card p-4 transition-colors hover:border-ink/30 hover:bg-white sm:p-5"
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
    </div>
  )
}

/** Why buyers cannot see or order from the shop now: a suspension, a closed shop or a closure. */
function ShopState({ shop }: { shop: OwnShop }) {
  const { data: closures = [] } = useClosures()
  const reopening = backOn(closures, new Date())
  if (shop.status === 'pending') return null
  const reason = shop.record?.suspension_reason
  if (shop.status !== 'active')
    return (
      <p className="mt-6 flex gap-3 rounded-2xl bg-alarm-pale p-4 text-alarm-deep">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span>
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
        </span>
      </p>
    )
  if (!reopening) return null
  return (
    <p className="mt-6 flex gap-3 rounded-2xl bg-honey-pale p-4 text-honey-deep">
      <CalendarX2 aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span>
        <strong className="font-semibold">You are closed now.</strong> Back on {longDate(reopening)}.
      </span>
    </p>
  )
}
