/** The items of an order as bought, with options, allergens and ingredients. Delivered items can be reviewed. */
import { type ReactNode, useRef } from 'react'
import { allergenSentences, readAllergens } from '#domain/food/allergens'
import { formatPence, formatPounds, toPence } from '#domain/values/money'
import { WriteReviewButton } from '#features/orders/reviews'
import { Link } from '#ui/link'
import { Picture } from '#ui/picture'
import { Stars } from '#ui/stars'
import { AllergenChange } from './allergen-change.tsx'
import type { OrderDetailItem } from './order-detail.ts'
import { itemOptions } from './order-facts.tsx'

interface OrderItemsProps {
  items: readonly OrderDetailItem[]
  /** Whether the reader has received the items. */
  isReviewable: boolean
}

export function OrderItems({ items, isReviewable }: OrderItemsProps) {
  return (
    <ul aria-label="Items" className="divide-y divide-line">
      {items.map((item) => (
        <Item key={item.id} item={item}>
          {(focusName) => isReviewable && <Review item={item} finalFocus={focusName} />}
        </Item>
      ))}
    </ul>
  )
}

function Item({ item, children }: { item: OrderDetailItem; children: (name: () => HTMLElement | null) => ReactNode }) {
  const name = useRef<HTMLHeadingElement>(null)
  const options = itemOptions(item)
  const title = `${item.quantity} × ${item.name}`
  return (
    <li className="flex gap-4 py-5 first:pt-3 last:pb-0">
      <div className="w-16 shrink-0 self-start overflow-hidden rounded-control sm:w-20">
        <Picture source={item.image} alt="" sizes="5rem" />
      </div>
      <div className="min-w-0 grow">
        <div className="grid items-baseline gap-x-4 sm:grid-cols-[minmax(0,1fr)_auto]">
          <h3
            ref={name}
            tabIndex={-1}
            className="font-sans text-base tracking-normal text-wrap wrap-anywhere outline-none"
          >
            {item.product ? (
              <Link to={`/product/${item.product.id}`} className="underline-offset-4 hover:underline">
                {title}
              </Link>
            ) : (
              title
            )}
          </h3>
          <p className="text-sm text-ink-soft wrap-anywhere sm:order-last sm:col-span-2">
            {options}
            {item.quantity > 1 && (
              <span className="tabular-nums">
                {options && ' · '}
                {formatPounds(item.price)} each
              </span>
            )}
          </p>
          <p className="font-semibold tabular-nums">{formatPence(toPence(item.price) * item.quantity)}</p>
        </div>
        <ItemContents item={item} />
        {children(() => name.current)}
      </div>
    </li>
  )
}

function ItemContents({ item }: { item: OrderDetailItem }) {
  const declaration = readAllergens(item.allergens)
  const [first, ...rest] = allergenSentences(declaration)
  return (
    <>
      {declaration && (
        <p className="mt-1.5 text-sm text-pretty">
          <span className="font-medium">{first}</span> {rest.join(' ')}
        </p>
      )}
      <AllergenChange item={item} />
      {item.net_quantity && <p className="mt-1 text-sm text-ink-soft">Each: {item.net_quantity}</p>}
      {item.ingredients && (
        <details className="mt-1 text-sm text-ink-soft">
          <summary className="w-fit py-1 font-medium underline decoration-ink/30 underline-offset-4 hover:text-ink">
            Ingredients
          </summary>
          <p className="mt-1 max-w-prose text-pretty whitespace-pre-line wrap-anywhere">{item.ingredients}</p>
        </details>
      )}
    </>
  )
}

function Review({ item, finalFocus }: { item: OrderDetailItem; finalFocus: () => HTMLElement | null }) {
  const review = item.review?.reviews
  if (review) {
    return (
      <p className="mt-2 flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
        Your review <Stars rating={review.rating} />
      </p>
    )
  }
  // A deleted product has no page for the review.
  if (!item.awaits_review || item.product === null) return null
  return (
    <div className="mt-3">
      <WriteReviewButton item={item} finalFocus={finalFocus} isCompact />
    </div>
  )
}
