/** Warns the seller of an agreed day that does not fit the product's schedule. */

import { Notice } from '#ui/notice'
import { agreedDayWarnings } from './agreed-day.ts'
import { useShopDays } from './quotes.ts'

interface AgreedDayWarningsProps {
  productId: string
  day: string
  today: string
}

export function AgreedDayWarnings({ productId, day, today }: AgreedDayWarningsProps) {
  const shop = useShopDays(productId)
  const warnings = [
    ...(shop && !shop.isDeclared
      ? ['Declare all allergens of this product first. Until then it can’t be bought.']
      : []),
    ...(shop && /^\d{4}-\d\d-\d\d$/.test(day) && day >= today ? agreedDayWarnings(day, today, shop) : []),
  ]
  return (
    <div aria-live="polite">
      {warnings.length > 0 && (
        <ul className="mt-2 space-y-2">
          {warnings.map((warning) => (
            <li key={warning}>
              <Notice tone="warning">{warning}</Notice>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
