/** A line of the basket: product, quantity, price, and why it may be unavailable. */

import { Trash2, TriangleAlert } from 'lucide-react'
import { personalisationLabels } from '#domain/catalogue/categories'
import { offerLine } from '#domain/catalogue/waitlist'
import type { ReviewedLine } from '#domain/checkout/preview'
import { formatPence } from '#domain/values/money'
import { useOffers } from '#features/buy/waitlist'
import { FitWarning } from '#features/discover/household'
import { useListingLink } from '#platform/listing-link.ts'
import { Button } from '#ui/button'
import { Link } from '#ui/link'
import { Picture } from '#ui/picture'
import { QuantityField } from './quantity-field.tsx'
import { unavailableText } from './unavailable-text.ts'

export interface BasketLineRowProps {
  reviewed: ReviewedLine
  onQuantityChange: (quantity: number) => void
  onRemove: () => void
}

export function BasketLineRow({ reviewed, onQuantityChange, onRemove }: BasketLineRowProps) {
  const { line, pricePence, unavailable, maxQuantity, options, allergens } = reviewed
  const { product, quantity } = line
  const link = useListingLink()
  const offer = useOffers()(product.id)
  return (
    <div className="flex gap-4 py-6 sm:gap-6">
      <div className="w-20 shrink-0 self-start overflow-hidden rounded-control sm:w-32">
        <Picture source={product.image} alt="" sizes="8rem" />
      </div>
      <div className="flex min-w-0 grow flex-col gap-1">
        <div className="flex items-baseline justify-between gap-x-4">
          <h3 className="text-lg leading-snug wrap-anywhere">
            <Link to={link(`/product/${product.id}`)} className="hover:text-berry">
              {product.name}
            </Link>
          </h3>
          <p className="text-lg font-semibold tabular-nums">
            {unavailable === null ? formatPence(pricePence * quantity) : <s>{formatPence(pricePence * quantity)}</s>}
          </p>
        </div>
        <ul className="text-sm text-ink-soft">
          {[line.variation, ...options, personalisationOf(line), `${formatPence(pricePence)} each`].map(
            (fact) =>
              fact && (
                <li key={fact} className="wrap-anywhere">
                  {fact}
                </li>
              ),
          )}
        </ul>
        {pricePence !== product.pricePence && unavailable === null && (
          <p className="text-sm font-medium text-honey-deep">{priceChange(product.pricePence, pricePence)}</p>
        )}
        {unavailable && (
          <p className="mt-1 flex gap-2 font-medium text-alarm-deep">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
            {unavailableText(reviewed)}
          </p>
        )}
        {offer && <p className="text-sm font-medium text-leaf-deep">{offerLine(offer)}</p>}
        {reviewed.product && (
          <FitWarning
            product={{ ...reviewed.product, allergens, kitchen: reviewed.product.shop.kitchen }}
            look="line"
          />
        )}
        <div className="mt-3 flex flex-wrap items-start gap-x-2 gap-y-2">
          {(unavailable === null || unavailable.reason === 'too-many') && (
            <QuantityField
              label={`Quantity of ${product.name}`}
              labelHidden
              ignoresInvalid
              quantity={quantity}
              max={maxQuantity}
              onQuantityChange={onQuantityChange}
              maxMessage={`Only ${maxQuantity} available`}
            />
          )}
          <Button
            variant="quiet"
            aria-label={`Remove ${product.name}`}
            onClick={onRemove}
            className="-ml-3 h-12 px-3 not-first:ml-0"
          >
            <Trash2 aria-hidden="true" className="size-4.5" />
            Remove
          </Button>
        </div>
      </div>
    </div>
  )
}

function priceChange(oldPence: number, newPence: number): string {
  const change = newPence > oldPence ? 'gone up' : 'come down'
  return `The price has ${change} from ${formatPence(oldPence)} since you added it.`
}

function personalisationOf({ personalization, customRequestDetails }: ReviewedLine['line']): string | null {
  if (customRequestDetails) return `“${customRequestDetails}”`
  return personalization && personalisationLabels[personalization]
}
