import { expect, it } from 'vitest'
import { cancellationLine, cancellationPolicy, cancellingOf, hoursText, termsOf } from './cancellation-terms.ts'

const paid = new Date('2026-10-24T13:00:00Z')
const pickup = (day: string, startTime: string) => ({ fulfilment: 'pickup', day, startTime }) as const
const untilByDefault = (day: string, startTime: string) =>
  cancellingOf(paid, pickup(day, startTime), null).until.toISOString()

it('without own terms a pickup can be cancelled for 24 hours', () => {
  expect(untilByDefault('2026-10-28', '09:00:00')).toBe('2026-10-25T13:00:00.000Z')
})

it('without own terms cancelling ends four hours before the pickup, in London time', () => {
  // Summer time ends that night.
  expect(untilByDefault('2026-10-25', '09:00')).toBe('2026-10-25T05:00:00.000Z')
  expect(untilByDefault('2026-10-24', '19:30')).toBe('2026-10-24T14:30:00.000Z')
})

it('without own terms a pickup within four hours cannot be cancelled, and a delivery can be for 24 hours', () => {
  expect(cancellingOf(paid, pickup('2026-10-24', '16:00'), null).until < paid).toBe(true)
  const delivery = { fulfilment: 'delivery', day: '2026-10-24', startTime: '16:00' } as const
  expect(cancellingOf(paid, delivery, null)).toEqual({ until: new Date('2026-10-25T13:00:00Z'), late: null })
})

it('a shop’s own terms count back from the hand-over', () => {
  const terms = { hoursBefore: 48, refundPercent: 50 }
  expect(cancellingOf(paid, pickup('2026-10-28', '09:00'), terms)).toEqual({
    until: new Date('2026-10-26T09:00:00Z'),
    late: { until: new Date('2026-10-28T09:00:00Z'), refundPercent: 50 },
  })
  const day = { fulfilment: 'delivery', day: '2026-10-28', startTime: null } as const
  expect(cancellingOf(paid, day, terms).until).toEqual(new Date('2026-10-26T00:00:00Z'))
})

it('a delivery without an agreed day has the marketplace’s terms', () => {
  const someDay = { fulfilment: 'delivery', day: null, startTime: null } as const
  expect(cancellingOf(paid, someDay, { hoursBefore: 48, refundPercent: 0 })).toEqual(cancellingOf(paid, someDay, null))
})

it('the policy names the shop’s own terms, or the marketplace’s', () => {
  expect(cancellationPolicy(null)).toBe('Cancellations are accepted within 24 hours of purchase.')
  expect(cancellationPolicy({ hoursBefore: 48, refundPercent: 50 })).toBe(
    'Cancel for a full refund until 48 hours before pickup or delivery. After that, 50% of your payment goes back, until the time agreed.',
  )
  expect(cancellationPolicy({ hoursBefore: 168, refundPercent: 0 })).toContain('7 days')
  expect(cancellationLine({ hoursBefore: 48, refundPercent: 50 })).not.toContain('24 hours')
})

it('hours are days where that is shorter', () => {
  expect([4, 24, 48, 72, 100, 2160].map(hoursText)).toEqual([
    '4 hours',
    '24 hours',
    '48 hours',
    '3 days',
    '100 hours',
    '90 days',
  ])
})

it('a row without both columns has the marketplace’s terms', () => {
  expect(termsOf({ cancel_hours_before: null, cancel_refund_percent: null })).toBeNull()
  expect(termsOf({ cancel_hours_before: 4, cancel_refund_percent: 0 })).toEqual({ hoursBefore: 4, refundPercent: 0 })
})
