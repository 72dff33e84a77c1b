import { describe, expect, it } from 'vitest'
import { type DiscountFormInput, discountForm, discountFormValues } from './discount-form.ts'

const filled: DiscountFormInput = { ...discountFormValues(null), code: ' summer10 ' }
const errorAt = (change: Partial<DiscountFormInput>) =>
  discountForm.safeParse({ ...filled, ...change }).error?.issues.map(({ path }) => path[0])

describe('the form of a discount code', () => {
  it('makes the row of a new code, which each buyer can use once', () => {
    expect(discountForm.parse(filled)).toMatchObject({
      code: 'SUMMER10',
      kind: 'percent',
      percent: 10,
      amount: null,
      product_ids: null,
      max_uses_per_buyer: 1,
      from_date: null,
      is_active: true,
    })
  })

  it('keeps a saved row', () => {
    const row = discountForm.parse({
      ...filled,
      kind: 'amount',
      value: '5.50',
      minimumSpend: '20',
      productIds: ['a'],
      toDate: '2027-01-31',
    })
    expect(row).toMatchObject({ percent: null, amount: 5.5, minimum_spend: 20, product_ids: ['a'] })
    expect(discountForm.parse(discountFormValues(row))).toEqual(row)
  })

  it('refuses what the database would refuse', () => {
    expect(errorAt({ code: 'ABC' })).toEqual(['code'])
    expect(errorAt({ code: 'two words' })).toEqual(['code'])
    expect(errorAt({ value: '101' })).toEqual(['value'])
    expect(errorAt({ kind: 'amount', value: '0' })).toEqual(['value'])
    expect(errorAt({ kind: 'free_delivery', value: '' })).toBeUndefined()
    expect(errorAt({ maxUses: '1.5' })).toEqual(['maxUses'])
    expect(errorAt({ fromDate: '2027-02-01', toDate: '2027-01-31' })).toEqual(['toDate'])
  })
})
