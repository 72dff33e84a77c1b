/** The checklist of a new shop; hidden once every step is done. */
import { ArrowRight, CircleCheck, CircleDashed } from 'lucide-react'
import { Link } from 'react-router'
import type { OwnShop } from '#features/account'
import type { SellerOverview } from './overview.ts'

export function FirstSteps({ shop, overview }: { shop: OwnShop; overview: SellerOverview }) {
  const settings = '/seller/shop-settings'
  const steps = [
    { text: 'Add your first product', to: '/seller/create-product', isDone: overview.products > 0 },
    { text: 'Add a logo', to: settings, isDone: shop.logo !== null },
    { text: 'Add your location', to: settings, isDone: shop.town !== null },
    { text: 'Set your pickup times', to: settings, isDone: overview.schedules > 0 },
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
      <ul className="mt-4 divide-y divide-line overflow-hidden rounded-2xl border border-line bg-card">
        {steps.map(({ text, to, isDone }) => (
          <li key={text}>
            {isDone ? (
              <p className="flex min-h-14 items-center gap-3.5 px-4 py-3 text-ink-soft">
                <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-leaf" strokeWidth={1.75} />
                <span className="line-through decoration-ink/30">{text}</span>
                <span className="sr-only">, done</span>
              </p>
            ) : (
              <Link to={to} className="flex min-h-14 items-center gap-3.5 px-4 py-3 font-medium hover:bg-white">
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
