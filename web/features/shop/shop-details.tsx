/** The small print of a shop, in plain sight: policies, pickup times, food safety. */

import { type ReactNode, useId } from 'react'
import { hygieneLabel } from '#domain/hygiene'
import { pickupWeek } from '#domain/pickup'
import { Card } from '#ui/card'
import type { Shop } from './shop.ts'

const policies = [
  { subject: 'Delivery', text: 'See item details for delivery information.' },
  { subject: 'Returns & Exchanges', text: 'See item details for return and exchange eligibility.' },
  { subject: 'Cancellations', text: 'Cancellations are accepted within 24 hours of purchase.' },
]

export function ShopDetails({ shop }: { shop: Shop }) {
  return (
    <div className="mt-16 grid items-start gap-5 md:grid-cols-2 xl:grid-cols-3">
      <Details heading="Shop Policies" entries={policies} />
      {shop.pickup.length > 0 && (
        <Details
          heading="Pickup times"
          entries={pickupWeek(shop.pickup).map(({ day, windows }) => ({ subject: day, text: windows.join(', ') }))}
        />
      )}
      <FoodSafety shop={shop} />
    </div>
  )
}

function FoodSafety({ shop }: { shop: Shop }) {
  const hygiene = hygieneLabel(shop.hygiene_rating)
  const entries = [
    ...(hygiene ? [{ subject: 'Food hygiene rating', text: hygiene }] : []),
    ...(shop.food_registration ? [{ subject: 'Food business registration', text: shop.food_registration }] : []),
  ]
  return entries.length === 0 ? null : <Details heading="Food safety" entries={entries} />
}

function Details({ heading, entries }: { heading: string; entries: readonly { subject: string; text: ReactNode }[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Card className="h-full">
        <h2 id={id} className="text-xl">
          {heading}
        </h2>
        <dl className="mt-4 flex flex-col gap-3">
          {entries.map(({ subject, text }) => (
            <div key={subject}>
              <dt className="font-semibold">{subject}</dt>
              <dd className="text-ink-soft wrap-anywhere">{text}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </section>
  )
}
