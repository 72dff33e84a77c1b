import { describe, expect, it } from 'vitest'
import {
  byWeekday,
  dayText,
  endText,
  firstDays,
  type SubscriptionWindow,
  turnText,
  windowText,
} from './subscription-text.ts'

const window = (weekday: number, start = '09:00:00'): SubscriptionWindow => ({
  weekday,
  start_time: start,
  end_time: '12:00:00',
  first_on: '2026-12-05',
  order_at: '2026-12-03T18:00:00Z',
  pay_until: '2026-12-04T17:00:00Z',
})

describe('A subscription', () => {
  it('names its weekday, interval and hours', () => {
    const turn = { every_weeks: 1, next_on: '2026-12-05', start_time: '09:00:00', end_time: '12:00:00' }
    expect(turnText(turn)).toBe('Every Saturday, 09:00 to 12:00')
    expect(turnText({ ...turn, every_weeks: 2 })).toBe('Every second Saturday, 09:00 to 12:00')
    expect(windowText(window(6))).toBe('Saturday, 09:00 to 12:00')
  })

  it('offers windows from Monday to Sunday, and the first days of four weeks', () => {
    expect(
      byWeekday([window(0), window(6), window(1, '10:00:00'), window(1)]).map((found) => windowText(found)),
    ).toEqual([
      'Monday, 09:00 to 12:00',
      'Monday, 10:00 to 12:00',
      'Saturday, 09:00 to 12:00',
      'Sunday, 09:00 to 12:00',
    ])
    expect(firstDays(window(6))).toEqual(['2026-12-05', '2026-12-12', '2026-12-19', '2026-12-26'])
  })

  it('says what became of a day', () => {
    const day = { day: '2026-12-05', outcome: 'ordered', reason: null, checkout: 'paid' }
    expect(dayText(day)).toBe('Saturday 5 December: paid')
    expect(dayText({ ...day, checkout: 'pending' })).toBe('Saturday 5 December: awaiting payment')
    expect(dayText({ ...day, checkout: 'expired' })).toBe('Saturday 5 December: not paid in time')
    expect(dayText({ ...day, checkout: 'cancelled' })).toBe('Saturday 5 December: cancelled')
    expect(dayText({ ...day, outcome: 'skipped', checkout: null })).toBe('Saturday 5 December: skipped')
    expect(dayText({ ...day, outcome: 'closed', checkout: null })).toBe(
      'Saturday 5 December: no order, the shop has a day off',
    )
    expect(dayText({ ...day, outcome: 'missed', reason: 'It is sold out.', checkout: null })).toBe(
      'Saturday 5 December: no order. It is sold out.',
    )
  })

  it('says why it has ended', () => {
    expect(endText('buyer', 'Crumb')).toBe('You cancelled it.')
    expect(endText('seller', 'Crumb')).toBe('Crumb has ended it.')
    expect(endText('unused', 'Crumb')).toContain('not paid')
    expect(endText('blocked', 'Crumb')).toContain('no longer buy')
  })
})
