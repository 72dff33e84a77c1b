import { expect, it } from 'vitest'
import { cancellableUntil } from './pickup-terms.ts'

const paid = new Date('2026-10-24T13:00:00Z')
const until = (date: string, start_time: string) => cancellableUntil(paid, { date, start_time }).toISOString()

it('a pickup can be cancelled for 24 hours', () => {
  expect(until('2026-10-28', '09:00:00')).toBe('2026-10-25T13:00:00.000Z')
})

it('cancelling ends four hours before the pickup, in London time', () => {
  // Summer time ends that night.
  expect(until('2026-10-25', '09:00')).toBe('2026-10-25T05:00:00.000Z')
  expect(until('2026-10-24', '19:30')).toBe('2026-10-24T14:30:00.000Z')
})

it('a pickup within four hours cannot be cancelled', () => {
  expect(cancellableUntil(paid, { date: '2026-10-24', start_time: '16:00' }) < paid).toBe(true)
})
