/** Lead time, delivery and pickup of a product. */

import { Clock, ShoppingBag, Truck } from 'lucide-react'
import { deliveryLabel, leadTimeLabel, pickupLabelFor } from '#domain/product-facts'
import type { Product } from './product.ts'

export function ProductFacts({ product }: { product: Product }) {
  const facts = [
    { icon: Clock, text: leadTimeLabel(product.lead_time_days), isOffered: true },
    { icon: Truck, text: deliveryLabel(product.available_for_delivery), isOffered: product.available_for_delivery },
    {
      icon: ShoppingBag,
      text: pickupLabelFor(product.available_for_pickup, product.shop.town),
      isOffered: product.available_for_pickup,
    },
  ]
  return (
    <ul aria-label="Good to know" className="flex flex-col gap-2.5">
      {facts.map(({ icon: Icon, text, isOffered }) => (
        <li key={text} className={isOffered ? 'flex gap-3' : 'flex gap-3 text-ink-soft'}>
          <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
          {text}
        </li>
      ))}
    </ul>
  )
}
