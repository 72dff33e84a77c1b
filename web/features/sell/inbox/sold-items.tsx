/** The items of an order, with options, personalisation and allergens. */
import { allergenSentences, readAllergens } from '#domain/food/allergens'
import { formatPence, toPence } from '#domain/values/money'
import { AllergenChange, itemOptions } from '#features/orders/orders'
import { Picture } from '#ui/picture'
import type { SoldItem } from './sold-order.ts'

export function SoldItems({ items }: { items: readonly SoldItem[] }) {
  return (
    <ul aria-label="Items" className="divide-y divide-line">
      {items.map((item) => (
        <li key={item.id} className="flex gap-3.5 py-3.5 first:pt-0 last:pb-0">
          <span className="w-14 shrink-0 self-start overflow-hidden rounded-control">
            <Picture source={item.image} alt="" sizes="3.5rem" />
          </span>
          <div className="min-w-0 grow">
            <p className="flex items-baseline justify-between gap-4">
              <span className="font-semibold wrap-anywhere">
                {item.quantity} × {item.name}
              </span>
              <span className="tabular-nums">{formatPence(toPence(item.price) * item.quantity)}</span>
            </p>
            <ItemDetails item={item} />
            <AllergenChange item={item} />
          </div>
        </li>
      ))}
    </ul>
  )
}

type ItemToMake = Pick<SoldItem, 'variation' | 'options_text' | 'personalization' | 'custom_request_details'> & {
  readonly allergens: unknown
}

export function ItemDetails({ item }: { item: ItemToMake }) {
  const options = itemOptions(item)
  const declaration = readAllergens(item.allergens)
  return (
    <>
      {options && <p className="text-sm wrap-anywhere">{options}</p>}
      {declaration && (
        <p className="mt-0.5 text-sm text-pretty text-ink-soft print:text-ink">
          {allergenSentences(declaration).join(' ')}
        </p>
      )}
    </>
  )
}
