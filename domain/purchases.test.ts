import { describe, expect, it } from 'vitest'
import type { BasketLine } from './basket.ts'
import { beginPurchase, forgetPurchase, readPurchases, retirePurchase, withoutBought } from './purchases.ts'

const wanted = { userId: 'ann', request: '{"shops":[]}' }
const keys = () => {
  let last = 0
  return () => `key-${++last}`
}

describe('purchases under way', () => {
  it('keep their key as long as the order is the same, whoever else buys here', () => {
    const newKey = keys()
    const first = beginPurchase([], wanted, newKey)
    expect(first.key).toBe('key-1')
    expect(beginPurchase(first.purchases, wanted, newKey)).toEqual(first)
    const changed = beginPurchase(first.purchases, { ...wanted, request: '{}' }, newKey)
    expect(changed.key).toBe('key-2')
    expect(beginPurchase(changed.purchases, { ...wanted, userId: 'bob' }, newKey).key).toBe('key-3')
    expect(beginPurchase(forgetPurchase(changed.purchases, 'key-1'), wanted, newKey).key).toBe('key-4')
  })

  it('that expired are sent anew under another key, and still known by the old one', () => {
    const newKey = keys()
    const retired = retirePurchase(beginPurchase([], wanted, newKey).purchases, 'key-1')
    expect(beginPurchase(retired, wanted, newKey).purchases.map(({ key }) => key)).toEqual(['key-1', 'key-2'])
  })

  it('survive being kept, and what else may lie there', () => {
    const { purchases } = beginPurchase([], wanted, keys())
    expect(readPurchases(JSON.stringify([...purchases, { key: 1 }, null]))).toEqual(purchases)
    for (const torn of [null, '', '{', '{}', '7']) expect(readPurchases(torn)).toEqual([])
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
    expect(withoutBought([bun, seeded], [item])).toEqual([{ ...bun, quantity: 1 }, seeded])
    expect(withoutBought([bun, seeded], [{ ...item, quantity: 3 }])).toEqual([seeded])
    expect(withoutBought([seeded], [item])).toEqual([seeded])
  })
})
