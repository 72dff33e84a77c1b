import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ReceiptLine } from './receipt.tsx'

const asBought = { milk: 'contains' }

type Change = Parameters<typeof ReceiptLine>[0]['item']['change']

function printed(change: Change) {
  const item = {
    name: 'Lemon cake',
    quantity: 1,
    price: 12,
    variation: null,
    options_text: null,
    personalization: null,
    custom_request_details: null,
    allergens: asBought,
    ingredients: 'Milk',
    change,
  }
  return renderToStaticMarkup(<ReceiptLine item={item} covers={[]} />).replace(/<[^>]+>/g, '')
}

describe('a printed receipt', () => {
  it('says what has changed in a declaration since the order', () => {
    expect(
      printed({
        allergens: { milk: 'contains', nuts: 'contains', walnut: 'contains' },
        ingredients: 'Milk',
        changed_at: '2026-11-20T12:00:00Z',
      }),
    ).toMatch(
      /Contains milk\..*Changed on .*2026, after the order\. It now contains walnut\. Now: Contains milk and walnut\./,
    )
  })

  it('prints the declaration as bought alone if nothing has changed, or the change was undone', () => {
    for (const change of [null, { allergens: asBought, ingredients: 'Milk', changed_at: '2026-11-20T12:00:00Z' }])
      expect(printed(change)).not.toContain('Changed')
  })
})
