import { expect, it } from 'vitest'
import { type Breakdown, breakdown, deliveryText } from './breakdown.ts'

const plain: Breakdown = { subtotal: 1450, discount: 0, isPickup: false, delivery: '£3.99', tip: 0, total: 1849 }
const textOf = (more: Partial<Breakdown> = {}) =>
  breakdown({ ...plain, ...more })
    .map(({ label, amount }) => `${label} ${amount}`)
    .join(', ')

it('shows the food, the delivery and the total', () => {
  expect(textOf()).toBe('Subtotal £14.50, Delivery £3.99, Total £18.49')
  expect(textOf({ isPickup: true, delivery: deliveryText(0), total: 1450 })).toBe(
    'Subtotal £14.50, Pickup Free, Total £14.50',
  )
  expect(breakdown(plain).filter(({ isTotal }) => isTotal)).toHaveLength(1)
})

it('names the shops, codes, tips and deductions that there are', () => {
  const foods = [
    { label: 'Crumb', pence: 1000 },
    { label: 'Loaf', pence: 450 },
  ]
  expect(textOf({ foods, discount: 100, tip: 200, orders: 2, totalOf: 'Crumb' })).toBe(
    'Crumb £10.00, Loaf £4.50, Discount -£1.00, Delivery £3.99, Tips £2.00, Total for Crumb £18.49',
  )
  expect(textOf({ code: 'CAKE', tip: 200, deduction: 199 })).toBe(
    'Subtotal £14.50, Code CAKE Free delivery, Delivery £3.99, Tip £2.00, Delivery of the other orders -£1.99, Total £18.49',
  )
})

it('says what is left to pay, and what was paid how', () => {
  expect(textOf({ voucher_amount: 849 })).toMatch(/Total £18.49, Gift voucher -£8.49, Left to pay £10.00$/)
  expect(textOf({ voucher_amount: 849, isPaid: true })).toMatch(/Paid by gift voucher £8.49, Paid by card £10.00$/)
  expect(textOf({ balance: 849, balanceLabel: 'Balance, by Friday' })).toMatch(
    /Deposit, paid now £10.00, Balance, by Friday £8.49$/,
  )
  expect(textOf({ balance: 849, isPaid: true })).toMatch(/Deposit, paid £10.00, Balance £8.49$/)
})
