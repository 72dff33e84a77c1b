import { expect, it } from 'vitest'
import { agreedDayWarnings } from './agreed-day.ts'

const shop = {
  leadTimeDays: 5,
  closures: [{ from_date: '2026-12-24', to_date: '2026-12-26' }],
  isForPickup: true,
  pickupDays: [6],
}

it('a seller is warned of a day that conflicts with the shop’s lead time, closures or pickup windows', () => {
  const warnings = (day: string, change: Partial<typeof shop> = {}) =>
    agreedDayWarnings(day, '2026-11-21', { ...shop, ...change })
  expect(warnings('2026-11-28')).toEqual([])
  expect(warnings('2026-11-26', { isForPickup: false })).toEqual([])
  expect(warnings('2026-11-25', { pickupDays: [3] })).toEqual([
    'Your lead time is 5 days: Thursday 26 November would be the earliest.',
  ])
  expect(warnings('2026-11-21', { leadTimeDays: 1 })).toEqual([
    'Your lead time is 1 day: tomorrow would be the earliest.',
  ])
  expect(warnings('2026-12-26')).toEqual(['Your shop is closed on this day.'])
  expect(warnings('2026-12-24')).toEqual([
    'Your shop is closed on this day.',
    'You have no pickup times on Thursdays: your buyer could pick it up from 09:00 to 17:00.',
  ])
})
