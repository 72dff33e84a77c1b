/** The items behind a payment link, with their allergens. */
import { allergenSentences, readAllergens } from '#domain/food/allergens'
import { formatPence, toPence } from '#domain/values/money'
import { AllergenChange } from '#features/orders/orders'
import { Notice } from '#ui/notice'
import type { LinkedOrder } from './payment-link.ts'

interface LinkedItemsProps extends Pick<LinkedOrder, 'items'> {
  isPaid: boolean
}

export function LinkedItems({ items, isPaid }: LinkedItemsProps) {
  return (
    <ul aria-label="Items" className="grid gap-4">
      {items.map(
        ({ id, name, quantity, price, variation, options_text, ingredients, allergens, is_custom, change }) => {
          const declaration = readAllergens(allergens)
          const chosen = [variation, options_text].filter(Boolean).join('; ')
          return (
            <li key={id}>
              <p className="flex justify-between gap-4">
                <span className="font-semibold wrap-anywhere">
                  {quantity} × {name}
                </span>
                <span className="tabular-nums">{formatPence(toPence(price) * quantity)}</span>
              </p>
              {chosen && <p className="wrap-anywhere">{chosen}</p>}
              {declaration ? (
                <p className="mt-1 text-sm text-pretty">{allergenSentences(declaration).join(' ')}</p>
              ) : (
                // A line that the seller wrote is food only if it has a declaration.
                !is_custom && (
                  <Notice tone="warning" className="mt-2 text-sm">
                    The seller has not declared allergens for this item. Ask before you {isPaid ? 'eat it' : 'pay'}.
                  </Notice>
                )
              )}
              <AllergenChange item={{ allergens, ingredients, change }} />
              {ingredients && <p className="mt-1 text-sm text-ink-soft wrap-anywhere">Ingredients: {ingredients}</p>}
            </li>
          )
        },
      )}
    </ul>
  )
}
