import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPence, formatPounds, shortPence, toPence, toPounds } from './money.ts'

/** The range of numeric(10,2). */
const amounts = fc.integer({ min: -9_999_999_999, max: 9_999_999_999 })

describe('toPence', () => {
  it('reads amounts as JSON and as text', () => {
    expect([12.5, 4.99, 0, 35, '12.50', '12.5', '12', ' 0.07 '].map(toPence)).toEqual([
      1250, 499, 0, 3500, 1250, 1250, 1200, 7,
    ])
  })

  it('is exact where multiplying a float by a hundred is not', () => {
    expect([1.15, 8.29, 1.005e3, 19.99, 64.1, 10.03].map(toPence)).toEqual([115, 829, 100500, 1999, 6410, 1003])
  })

  it.each(['', 'abc', '1.234', '1,50', '£5', '1e3', 'NaN', '.5'])('refuses %j', (text) => {
    expect(() => toPence(text)).toThrow(RangeError)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e21])('refuses %d', (amount) => {
    expect(() => toPence(amount)).toThrow(RangeError)
  })

  it('inverts toPounds for every amount, as text and as JSON', () => {
    fc.assert(
      fc.property(amounts, (pence) => {
        expect(toPence(toPounds(pence))).toBe(pence)
        expect(toPence(Number(toPounds(pence)))).toBe(pence)
      }),
    )
  })
})

describe('formatPence', () => {
  it('formats pounds with two decimals', () => {
    expect([0, 5, 399, 3500, 125000, 123456789, -200].map(formatPence)).toEqual([
      '£0.00',
      '£0.05',
      '£3.99',
      '£35.00',
      '£1,250.00',
      '£1,234,567.89',
      '-£2.00',
    ])
  })

  it('formats amounts of the database in the same way', () => {
    expect([1250, '1250', '12.5', 0.05].map(formatPounds)).toEqual(['£1,250.00', '£1,250.00', '£12.50', '£0.05'])
  })

  it('refuses fractions of a penny', () => {
    expect(() => formatPence(3.5)).toThrow(RangeError)
  })
})

it('drops the pence of whole pounds only', () => {
  expect([4000, 3950, 4010, 125000, 0].map(shortPence)).toEqual(['£40', '£39.50', '£40.10', '£1,250', '£0'])
})
