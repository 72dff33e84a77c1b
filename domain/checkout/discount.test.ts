import { describe, expect, it } from 'vitest'
import { type Discount, discountOf, discountShares, discountText } from './discount.ts'

const terms: Discount = {
  id: 'one',
  code: 'CAKE10',
  kind: 'percent',
  percent: 10,
  amount: null,
  minimum_spend: null,
  product_ids: null,
}
const amount = (pounds: number): Discount => ({ ...terms, kind: 'amount', percent: null, amount: pounds })
const free: Discount = { ...terms, kind: 'free_delivery', percent: null }
const lines = (...pence: number[]) => pence.map((each, n) => ({ productId: `p${n}`, pence: each }))
const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0)

describe('the shares of a discount', () => {
  it('add up to the rounded discount, in proportion to the lines', () => {
    expect(discountShares(terms, lines(1000, 500))).toEqual([100, 50])
    expect(discountShares(terms, lines(333, 333, 333))).toEqual([33, 34, 33])
    expect(discountShares(amount(1), lines(1, 1, 1000))).toEqual([0, 0, 100])
  })

  it('round half a penny up', () => {
    expect(discountShares(terms, lines(5))).toEqual([1])
    expect(discountShares(terms, lines(4))).toEqual([0])
  })

  it('never exceed a line, whatever the code', () => {
    for (let n = 0; n < 500; n += 1) {
      const prices = Array.from({ length: 1 + (n % 7) }, (_, i) => ((n * 7919 + i * 104_729) % 3000) + (n % 3))
      const code = n % 2 ? amount(1 + (n % 90)) : { ...terms, percent: 1 + (n % 100) }
      const shares = discountShares(code, lines(...prices))
      const whole =
        n % 2 ? Math.min(100 * (1 + (n % 90)), sum(prices)) : Math.round((sum(prices) * (1 + (n % 100))) / 100 + 1e-9)
      expect(sum(shares)).toBe(whole)
      shares.forEach((share, i) => {
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(prices[i] ?? 0)
      })
    }
  })

  it('belong to the chosen products only', () => {
    expect(discountShares({ ...terms, product_ids: ['p1'] }, lines(1000, 500))).toEqual([0, 50])
  })
})

describe('a code for a part of an order', () => {
  const part = { lines: lines(1000), fulfilment: 'delivery', deliveryPence: 399 } as const

  it('takes off at most the food, and a free delivery its fee', () => {
    expect(discountOf(amount(50), part)).toEqual({ foodPence: 1000, deliveryPence: 0, problem: null })
    expect(discountOf(free, part)).toEqual({ foodPence: 0, deliveryPence: 399, problem: null })
  })

  it('says why it takes nothing off', () => {
    const problem = (discount: Discount, change: object = {}) => discountOf(discount, { ...part, ...change }).problem
    expect(problem({ ...terms, minimum_spend: 15 })).toBe('This code is for orders from £15.00. Please add £5.00 more.')
    expect(problem(free, { fulfilment: 'pickup' })).toBe('This code is for orders that are delivered.')
    expect(problem(free, { deliveryPence: 0 })).toBe('Delivery is already free, so this code takes nothing off.')
    expect(problem({ ...terms, product_ids: ['other'] })).toBe('This code is not for anything in your order.')
  })

  it('is told in a few words', () => {
    expect([terms, amount(5), free].map(discountText)).toEqual(['10% off', '£5.00 off', 'Free delivery'])
  })
})
