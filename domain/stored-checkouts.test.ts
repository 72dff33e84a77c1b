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

describe('purchases under way', () => {
  it('keep their key as long as the order is the same, whoever else buys here', () => {
    const newKey = keys()
    const first = storeCheckout([], wanted, newKey)
    expect(first.key).toBe('key-1')
    expect(storeCheckout(first.checkouts, wanted, newKey)).toEqual(first)
    const changed = storeCheckout(first.checkouts, { ...wanted, request: '{}' }, newKey)
    expect(changed.key).toBe('key-2')
    expect(storeCheckout(changed.checkouts, { ...wanted, userId: 'bob' }, newKey).key).toBe('key-3')
    expect(storeCheckout(removeCheckout(changed.checkouts, 'key-1'), wanted, newKey).key).toBe('key-4')
  })

  it('that expired are sent anew under another key, and still known by the old one', () => {
    const newKey = keys()
    const retired = expireCheckout(storeCheckout([], wanted, newKey).checkouts, 'key-1')
    expect(storeCheckout(retired, wanted, newKey).checkouts.map(({ key }) => key)).toEqual(['key-1', 'key-2'])
  })

  it('survive being kept, and what else may lie there', () => {
    const { checkouts } = storeCheckout([], wanted, keys())
    expect(parseStoredCheckouts(JSON.stringify([...checkouts, { key: 1 }, null]))).toEqual(checkouts)
    for (const torn of [null, '', '{', '{}', '7']) expect(parseStoredCheckouts(torn)).toEqual([])
  })
})

describe('a basket of which something was bought', () => {
  const bun: BasketLine = {
    product: { id: 'bun', name: 'Bun', pricePence: 300, image: null, shop: { name: 'Crumb', slug: 'crumb' } },
    variation: 'Plain',
    personalization: null,
    customRequestDetails: null,
    quantity: 3,
  }
  const item = {
    product_id: 'bun',
    quantity: 2,
    variation: 'Plain',
    personalization: null,
    custom_request_details: null,
  }

  it('loses that, and keeps what was added meanwhile', () => {
    const seeded = { ...bun, variation: 'Seeded' }
    expect(removeBoughtItems([bun, seeded], [item])).toEqual([{ ...bun, quantity: 1 }, seeded])
    expect(removeBoughtItems([bun, seeded], [{ ...item, quantity: 3 }])).toEqual([seeded])
    expect(removeBoughtItems([seeded], [item])).toEqual([seeded])
  })
})
