import { describe, expect, it } from 'vitest'
import { readCheckoutRefusal } from './checkout-refusal.ts'

const place = (hint: string | null, details: object | string | null = null) =>
  readCheckoutRefusal({
    message: 'No.',
    hint,
    details: typeof details === 'object' && details ? JSON.stringify(details) : details,
  }).location

describe('a refused order', () => {
  it('has its error at the section that can solve it', () => {
    expect(place('sold_out', { product_id: 'cake', left: 1 })).toEqual({ at: 'line', productId: 'cake' })
    expect(place('slot_full', { shop_id: 'honey' })).toEqual({ at: 'pickup', shopId: 'honey' })
    expect(place('too_far', { shop_id: 'honey', miles: 9 })).toEqual({ at: 'shop', shopId: 'honey' })
    expect(place('place_unknown', { shop_id: 'honey' })).toEqual({ at: 'address' })
    expect(place('allergens_not_acknowledged')).toEqual({ at: 'allergens' })
    expect(place('answers_changed', { product_id: 'cake' })).toEqual({ at: 'answers' })
    for (const details of [null, 'words', '7', { left: 1 }]) expect(place('amount', details)).toEqual({ at: 'order' })
    expect(place(null)).toEqual({ at: 'order' })
  })

  it('tells whether the page is outdated', () => {
    const isOutdated = (hint: string) => readCheckoutRefusal({ message: 'No.', hint, details: null }).isOutdated
    expect(['prices_changed', 'sold_out', 'slot_full', 'allergens_changed', 'answers_changed'].every(isOutdated)).toBe(
      true,
    )
    expect(isOutdated('amount')).toBe(false)
  })
})
