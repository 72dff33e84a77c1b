import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { LinkedItems } from './linked-items.tsx'

const item = {
  id: 'a',
  name: 'Cake',
  quantity: 1,
  price: 20,
  variation: null,
  options_text: null,
  ingredients: null,
  allergens: null,
  is_custom: false,
  change: null,
}
const shown = (items: Parameters<typeof LinkedItems>[0]['items'], isPaid = false) =>
  renderToStaticMarkup(<LinkedItems items={items} isPaid={isPaid} />).replace(/<[^>]+>/g, '')

it('A line without a declaration tells the customer to ask before paying', () => {
  expect(shown([item])).toContain('The seller has not declared allergens for this item. Ask before you pay.')
  expect(shown([item], true)).toContain('Ask before you eat it.')
  expect(shown([{ ...item, allergens: { milk: 'contains' } }])).not.toContain('has not declared')
})

it('A line of the seller’s own shows its declaration, and nothing if it is not food', () => {
  const stand = { ...item, name: 'Cake stand', is_custom: true }
  expect(shown([stand])).not.toMatch(/allergens|declared/)
  expect(shown([{ ...stand, name: 'Cake', allergens: { milk: 'contains' } }])).toContain('Contains milk.')
})

it('A changed declaration is shown beside the one as bought', () => {
  const change = {
    allergens: { milk: 'contains', eggs: 'contains' },
    ingredients: 'Milk, eggs',
    changed_at: '2026-11-20T12:00:00Z',
  }
  const bought = { ...item, allergens: { milk: 'contains' }, ingredients: 'Milk' }
  expect(shown([{ ...bought, change }], true)).toMatch(
    /It now contains eggs\. The ingredients have changed\.Now: Contains eggs and milk\..* Ingredients: Milk, eggs/,
  )
  expect(shown([{ ...bought, change: { ...change, ...bought } }], true)).not.toContain('Changed on')
})
