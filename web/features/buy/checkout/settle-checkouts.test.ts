import { afterAll, describe, expect, it, vi } from 'vitest'
import { idempotencyKeyFor, lastPaidAt, onPaid, storedCheckoutsOf } from './checkout-storage.ts'
import { settle } from './settle-checkouts.ts'

const item = {
  product_id: 'bun',
  quantity: 2,
  variation: null,
  options: [],
  personalization: null,
  custom_request_details: null,
}

afterAll(() => vi.unstubAllGlobals())

/** A checkout that this browser has started. */
function started(buyer: string, status: string) {
  return {
    idempotency_key: idempotencyKeyFor(buyer, 'an order'),
    status,
    orders: [{ items: [item] }, { items: [item] }],
  }
}

describe('a checkout that is over', () => {
  it('takes its items out of the basket once when it is paid, and voids the choices made for it', () => {
    const basket = { removeBought: vi.fn() }
    vi.stubGlobal('window', new EventTarget())
    const listener = vi.fn()
    onPaid(listener)
    const checkout = started('ann', 'paid')
    expect(settle(checkout, basket)).toBe(true)
    // A second tab, or a second fetch.
    expect(settle(checkout, basket)).toBe(false)
    expect(basket.removeBought.mock.calls).toEqual([[[item, item]]])
    expect(storedCheckoutsOf('ann')).toEqual([])
    expect(lastPaidAt()).toBeGreaterThan(0)
    expect(listener).toHaveBeenCalledOnce()
  })

  it('leaves the basket alone when it was cancelled, has expired or is pending', () => {
    const basket = { removeBought: vi.fn() }
    expect(settle(started('ben', 'pending'), basket)).toBe(false)
    expect(settle(started('ben', 'cancelled'), basket)).toBe(true)
    expect(storedCheckoutsOf('ben')).toEqual([])
    const expired = started('ben', 'expired')
    expect(settle(expired, basket)).toBe(true)
    expect(settle(expired, basket)).toBe(false)
    expect(basket.removeBought).not.toHaveBeenCalled()
    // A late payment still completes it.
    expect(settle({ ...expired, status: 'paid' }, basket)).toBe(true)
    expect(basket.removeBought).toHaveBeenCalledOnce()
  })
})
