/** Lead time, delivery and pickup of a product. */

import { Clock, Leaf, Refrigerator, ShoppingBag, Truck } from 'lucide-react'
import { deliveryTo, destinationAt } from '#domain/delivery/delivery-terms'
import { dietLabel, readDiets } from '#domain/food/diets'
import { shortPlaceLabel } from '#domain/locations/chosen-place'
import { EarliestDays } from './earliest-days.tsx'
import { usePlaceOrNear } from './place-or-near.ts'
import type { Product } from './product.ts'
import { deliveryLabel, keepingLabel, leadTimeLabel, pickupLabelFor } from './product-facts.ts'

export function ProductFacts({ product }: { product: Product }) {
  const place = usePlaceOrNear()
  const delivery = product.available_for_delivery ? deliveryTo(product.shop, 0, destinationAt(place)) : null
  const isDelivered = delivery !== null && delivery.kind !== 'outside'
  const facts = [
    // A drop has its own days.
    ...(product.drop ? [] : [{ icon: Clock, text: leadTimeLabel(product.lead_time_days), isOffered: true }]),
    { icon: Truck, text: deliveryLabel(delivery, shortPlaceLabel(place.label)), isOffered: isDelivered },
    {
      icon: ShoppingBag,
      text: pickupLabelFor(product.available_for_pickup, product.shop.town),
      isOffered: product.available_for_pickup,
    },
  ]
  const suited = readDiets(product.diets).map((diet) => dietLabel(diet))
  if (suited.length > 0) facts.push({ icon: Leaf, text: `Declared suitable: ${suited.join(', ')}`, isOffered: true })
  const keeping = keepingLabel(product)
  if (keeping) facts.push({ icon: Refrigerator, text: keeping, isOffered: true })
  return (
    <ul aria-label="Good to know" className="flex flex-col gap-2.5">
      {facts.map(({ icon: Icon, text, isOffered }) => (
        <li key={text} className={isOffered ? 'flex gap-3' : 'flex gap-3 text-ink-soft'}>
          <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
          {text}
        </li>
      ))}
      <EarliestDays product={product} />
    </ul>
  )
}
