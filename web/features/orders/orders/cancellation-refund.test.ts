import { expect, it } from 'vitest'
import { cancellationText } from './cancellation-refund.ts'

const text = (refundPence: number, deliveryPence = 0, keptPence = 0, unpaidDeliveryPence = 0) =>
  cancellationText({ refundPence, deliveryPence, keptPence, unpaidDeliveryPence }, 4900)

it('the cancellation dialog names the refund, and the part that pays for delivering the rest', () => {
  expect(text(4900)).toBe('£49.00, your full payment, goes back to your original payment method.')
  expect(text(4000)).toBe('£40.00, the rest of your payment, goes back to your original payment method.')
  expect(text(0)).toBe('Your payment has already been refunded in full.')
  expect(text(4501, 399)).toBe(
    '£45.01 goes back to your original payment method. £3.99 pays for delivering the rest of your purchase. You get it back if that is cancelled too.',
  )
  expect(text(0, 200)).toMatch(/^Nothing goes back yet: the £2\.00 that is left pays for delivering/)
})

it('the cancellation dialog names what the shop keeps of a late cancellation', () => {
  const kept = 'The shop keeps £24.50, because the deadline for a full refund has passed.'
  expect(text(2450, 0, 2450)).toBe(`£24.50 goes back to your original payment method. ${kept}`)
  expect(text(0, 0, 2450)).toBe(`Nothing goes back. ${kept}`)
  expect(text(2251, 399, 2250)).toContain('£3.99 pays for delivering the rest of your purchase.')
})

it('the cancellation dialog says that a voucher pays for delivering the rest, to its own shop', () => {
  const unpaid =
    'The shop keeps £3.99 of your gift voucher, because delivering the rest of your purchase costs that much more without this order.'
  expect(text(4501, 0, 399, 399)).toBe(`£45.01 goes back to your original payment method. ${unpaid}`)
  expect(text(2250, 0, 2649, 399)).toContain(
    `The shop keeps £22.50, because the deadline for a full refund has passed. ${unpaid}`,
  )
})
