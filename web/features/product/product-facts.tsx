/** How one gets a product, how soon, and what is in it: in short beside the price, in full further down. */

import { Clock, ShoppingBag, Truck, Wheat } from 'lucide-react'
import { containsSummary, readAllergens } from '#domain/allergens'
import { deliveryLabel, leadTimeLabel, pickupLabelFor } from '#domain/product-facts'
import { AllergenTable } from './allergen-table.tsx'
import type { Product } from './product.ts'

const allergensId = 'allergens'

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
      <li className="flex gap-3">
        <Wheat aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
        <span>
          {containsSummary(readAllergens(product.allergens))}{' '}
          <a href={`#${allergensId}`} className="text-link whitespace-nowrap">
            All allergens
          </a>
        </span>
      </li>
    </ul>
  )
}

export function WhatIsInIt({ product }: { product: Product }) {
  return (
    <section aria-labelledby={allergensId}>
      <h2 id={allergensId} className="text-2xl">
        Ingredients and allergens
      </h2>
      <p className="mt-3 mb-5 max-w-prose whitespace-pre-line wrap-anywhere">
        {product.ingredients ?? 'The baker has not listed the ingredients yet.'}
      </p>
      <AllergenTable declaration={readAllergens(product.allergens)} />
    </section>
  )
}
