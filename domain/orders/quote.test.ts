import { describe, expect, it } from 'vitest'
import { quoteEnd, quoteStatus } from './quote.ts'

const now = new Date('2026-11-21T12:00:00Z')
const conversation = {
  price_quote: 45.5,
  is_paid: false,
  wanted_on: '2026-11-28',
  quote_expires_at: '2026-11-27T14:03:00Z',
}

describe('a quote', () => {
  it('is awaited, open, awaiting payment, expired or paid', () => {
    const statusOf = (change: Partial<typeof conversation> | { price_quote: null } = {}, isBeingPaid = false) =>
      quoteStatus({ ...conversation, ...change }, isBeingPaid, now)
    expect(statusOf({ price_quote: null })).toBe('awaiting')
    expect(statusOf()).toBe('quoted')
    expect(statusOf({}, true)).toBe('being-paid')
    expect(statusOf({ quote_expires_at: '2026-11-21T12:00:00Z' })).toBe('expired')
    expect(statusOf({ wanted_on: '2026-11-20' })).toBe('expired')
    expect(statusOf({ wanted_on: '2026-11-21' })).toBe('quoted')
    expect(statusOf({ is_paid: true, wanted_on: '2026-11-20' }, true)).toBe('paid')
  })

  it('expires at a time or at the end of a day, in London time', () => {
    expect(quoteEnd(conversation, now)).toBe('Friday 27 November at 14:03')
    expect(quoteEnd({ ...conversation, quote_expires_at: '2026-11-28T00:00:00Z' }, now)).toBe(
      'the end of Friday 27 November',
    )
    expect(quoteEnd({ ...conversation, quote_expires_at: '2027-06-27T23:00:00Z' }, now)).toBe(
      'the end of Sunday 27 June',
    )
    expect(quoteEnd({ ...conversation, quote_expires_at: null }, now)).toBeNull()
  })
})
