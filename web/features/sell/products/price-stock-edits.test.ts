import { describe, expect, it } from 'vitest'
import type { ProductRow } from './own-products.ts'
import {
  isChanged,
  type PriceStockEdits,
  priceStockErrors,
  priceStockReducer,
  toPriceStockChanges,
} from './price-stock-edits.ts'

const row: ProductRow = {
  id: 'a',
  name: 'Cake',
  image: null,
  price: 12.5,
  min_price: null,
  max_price: null,
  product_type: 'standardized',
  category: null,
  stock: 4,
  is_made_to_order: false,
  is_bestseller: false,
  status: 'active',
  takedown_reason: null,
  allergens: null,
  allergens_declared: true,
  unanswered_allergens: [],
  updated_at: 'then',
}
const none: PriceStockEdits = new Map()
const typed = (edits: PriceStockEdits, field: 'price' | 'stock', text: string, of = row) =>
  priceStockReducer(edits, { type: 'typed', row: of, field, text })

describe('Prices and stock edited in the table', () => {
  it('are sent only if they differ, with the version that was edited', () => {
    expect(toPriceStockChanges(typed(none, 'price', '13'))).toEqual([
      { id: 'a', price: 13, expected_updated_at: 'then' },
    ])
    expect(toPriceStockChanges(typed(typed(none, 'price', '12.5'), 'stock', '0'))).toEqual([
      { id: 'a', stock: 0, expected_updated_at: 'then' },
    ])
  })

  it('are no change if they write the saved price in another way', () => {
    const edits = typed(none, 'price', '12.5')
    expect(edits.get('a')?.price).toBe('12.5')
    expect([...edits.values()].map(isChanged)).toEqual([false])
    expect(toPriceStockChanges(edits)).toEqual([])
    expect(priceStockReducer(edits, { type: 'saved', outcomes: [] }).size).toBe(0)
  })

  it('are dropped when they equal the saved values again', () => {
    expect(typed(typed(none, 'stock', '5'), 'stock', '4').size).toBe(0)
    expect(priceStockReducer(typed(none, 'stock', '5'), { type: 'discarded' }).size).toBe(0)
  })

  it('get error messages if invalid, and are not sent', () => {
    const edits = typed(typed(none, 'price', 'much'), 'stock', '1.5')
    expect([...edits.values()].map(priceStockErrors)).toEqual([
      { price: 'Please enter a valid price.', stock: 'Please enter a whole number.' },
    ])
    expect(toPriceStockChanges(edits)).toEqual([])
  })

  it('keep the server’s error until they are edited again, based on the latest version', () => {
    const edits = typed(typed(none, 'price', '13'), 'price', '14', { ...row, id: 'b' })
    const left = priceStockReducer(edits, { type: 'saved', outcomes: [{ id: 'a' }, { id: 'b', error: 'Changed.' }] })
    expect([...left.keys()]).toEqual(['b'])
    expect(left.get('b')?.serverError).toBe('Changed.')
    const again = typed(left, 'price', '15', { ...row, id: 'b', updated_at: 'now' })
    expect(toPriceStockChanges(again)).toEqual([{ id: 'b', price: 15, expected_updated_at: 'now' }])
    expect(again.get('b')?.serverError).toBeNull()
    const further = typed(again, 'price', '16', { ...row, id: 'b', updated_at: 'later' })
    expect(toPriceStockChanges(further)).toEqual([{ id: 'b', price: 16, expected_updated_at: 'now' }])
  })
})
