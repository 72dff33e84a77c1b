/** The shop of a product, with its rating and the next pickup. */

import { CalendarClock, CalendarX2, MapPin } from 'lucide-react'
import { backOn } from '#domain/pickup/pickup'
import { longDate } from '#domain/values/calendar'
import { RatingLine, ShopLogo } from '#features/discover/listing'
import { useNow } from '#platform/clock.ts'
import { useListingLink } from '#platform/listing-link.ts'
import { Card } from '#ui/card'
import { LinkButton } from '#ui/link-button'
import { nextPickupLine } from './next-pickup-line.ts'
import type { Product } from './product.ts'

export function ShopCard({ product }: { product: Product }) {
  const now = useNow()
  const link = useListingLink()
  const { shop } = product
  const reopening = backOn(shop.closures, now)
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <ShopLogo name={shop.name} logo={shop.logo} className="size-16" />
        <div className="min-w-0">
          <h2 className="text-xl leading-snug wrap-anywhere">{shop.name}</h2>
          <RatingLine rated={shop} className="mt-0.5 text-sm" />
        </div>
      </div>
      <ul className="flex flex-col gap-2">
        {shop.town && (
          <li className="flex gap-2.5">
            <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
            {shop.town}
          </li>
        )}
        {reopening && (
          <li className="flex gap-2.5 font-semibold text-honey-deep">
            <CalendarX2 aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
            Back on {longDate(reopening)}
          </li>
        )}
        {product.available_for_pickup && !product.drop && (
          <li className="flex gap-2.5">
            <CalendarClock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
            {nextPickupLine(product, now)}
          </li>
        )}
      </ul>
      <LinkButton variant="secondary" to={link(`/shop/${encodeURIComponent(shop.slug)}`)}>
        Visit shop
      </LinkButton>
    </Card>
  )
}
