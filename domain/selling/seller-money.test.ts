import { expect, it } from 'vitest'
import { moneyFacts, sharesOf } from './seller-money.ts'

it.each([
  [2000, 8, 160, 1840],
  [2000, 0, 0, 2000],
  [1250, 7.5, 94, 1156],
  // numeric rounds halves away from zero: 10.25 × 10 % is 1.025, and the fee £1.03.
  [1025, 10, 103, 922],
  [99, 50, 50, 49],
])('of %i pence at %f per cent the fee is %i and the shop’s share %i', (pricePence, percent, feePence, sharePence) => {
  expect(sharesOf(pricePence, percent)).toEqual({ pricePence, feePence, sharePence })
})

it('the worked example follows the configured fee', () => {
  const textOf = (percent: number) => moneyFacts(percent).map(({ text }) => text)
  expect(textOf(8)[0]).toContain('8% of the price of the food')
  expect(textOf(8)[1]).toBe('The buyer pays £20.00, our fee is £1.60, and you get £18.40.')
  expect(textOf(0)[1]).toBe('The buyer pays £20.00, and you get £20.00.')
  expect(textOf(0).join()).not.toContain('0%')
})
