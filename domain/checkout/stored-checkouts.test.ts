import { describe, expect, it } from 'vitest'
import type { BasketLine } from './basket.ts'
import {
  expireCheckout,
  parseStoredCheckouts,
  removeBoughtItems,
  removeCheckout,
  storeCheckout,
} from './stored-checkouts.ts'

const wanted = { userId: 'ann', request: '{"shops":[]}' }
const keys = () => {
  let last = 0
  return () => `key-${++last}`
}

describe('stored checkouts', () => {
  it('keep their key while the order is unchanged, also with other buyers in this browser', () => {
    const newKey = keys()
    const first = storeCheckout([], wanted, newKey)
    expect(first.key).toBe('key-1')
    expect(storeCheckout(first.checkouts, wanted, newKey)).toEqual(first)
    const changed = storeCheckout(first.checkouts, { ...wanted, request: '{}' }, newKey)
    expect(changed.key).toBe('key-2')
    expect(storeCheckout(changed.checkouts, { ...wanted, userId: 'bob' }, newKey).key).toBe('key-3')
    expect(storeCheckout(removeCheckout(changed.checkouts, 'key-1'), wanted, newKey).key).toBe('key-4')
  })

  it('get a new key after they expired, and are still known by the old one', () => {
    const newKey = keys()
    const retired = expireCheckout(storeCheckout([], wanted, newKey).checkouts, 'key-1')
    expect(storeCheckout(retired, wanted, newKey).checkouts.map(({ key }) => key)).toEqual(['key-1', 'key-2'])
  })

  it('are parsed from storage, without invalid entries', () => {
    const { checkouts } = storeCheckout([], wanted, keys())
    expect(parseStoredCheckouts(JSON.stringify([...checkouts, { key: 1 }, null]))).toEqual(checkouts)
    for (const invalid of [null, '', '{', '{}', '7']) expect(parseStoredCheckouts(invalid)).toEqual([])
  })
})

describe('a basket after a payment', () => {
  const bun: BasketLine = {
    product: { id: 'bun', name: 'Bun', pricePence: 300, image: null, shop: { name: 'Crumb', slug: 'crumb' } },
    variation: 'Plain',
    options: [],
    personalization: null,
    customRequestDetails: null,
    quantity: 3,
  }
  const item = {
    product_id: 'bun',
    quantity: 2,
    variation: 'Plain',
    options: [],
    personalization: null,
    custom_request_details: null,
  }

  it('loses an item with the same options, in whatever order they are stored', () => {
    const answer = { question_id: 'q', text: 'To Jo' }
    const line = { ...bun, quantity: 2, options: [answer, { group_id: 'g', choice_ids: ['a', 'b'] }] }
    const bought = { ...item, options: [{ group_id: 'g', name: 'Topping', choice_ids: ['b', 'a'] }, answer] }
    expect(removeBoughtItems([bun, line], [bought])).toEqual([bun])
    expect(removeBoughtItems([line], [{ ...bought, options: [answer] }])).toEqual([line])
  })

  it('loses the bought items and keeps those added in the meantime', () => {
    const seeded = { ...bun, variation: 'Seeded' }
    expect(removeBoughtItems([bun, seeded], [item])).toEqual([{ ...bun, quantity: 1 }, seeded])
    expect(removeBoughtItems([bun, seeded], [{ ...item, quantity: 3 }])).toEqual([seeded])
    expect(removeBoughtItems([seeded], [item])).toEqual([seeded])
  })
})
