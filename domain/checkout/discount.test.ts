import { expect, it } from 'vitest'
import { discountText } from './discount.ts'

it('tells a code in a few words', () => {
  const percent = { kind: 'percent', percent: 10, amount: null } as const
  const amount = { kind: 'amount', percent: null, amount: 5 } as const
  const free = { kind: 'free_delivery', percent: null, amount: null } as const
  expect([percent, amount, free].map(discountText)).toEqual(['10% off', '£5.00 off', 'Free delivery'])
})
