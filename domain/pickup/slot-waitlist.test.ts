import { describe, expect, it } from 'vitest'
import { entryForSlot, heldLine, heldUntil, slotOfEntry, slotWaitlistLine } from './slot-waitlist.ts'

const before = new Date('2026-11-28T14:29:59Z')

describe('an entry for a slot', () => {
  const waiting = {
    id: 'one',
    shop_id: 'crumb',
    fulfilment: 'pickup',
    on_date: '2026-11-28',
    start_time: '10:00:00',
    end_time: '12:00:00',
    offered_until: null,
  }
  const slot = { date: '2026-11-28', start_time: '10:00', end_time: '12:00' }

  it('is found by its shop, fulfilment, day and start, and on a day of posting without hours', () => {
    expect(entryForSlot([waiting], 'crumb', 'pickup', slot)).toBe(waiting)
    for (const [shop, fulfilment, other] of [
      ['honey', 'pickup', slot],
      ['crumb', 'delivery', slot],
      ['crumb', 'pickup', { ...slot, date: '2026-11-29' }],
      ['crumb', 'pickup', { ...slot, start_time: '11:00' }],
    ] as const)
      expect(entryForSlot([waiting], shop, fulfilment, other)).toBeNull()
    const posted = { ...waiting, fulfilment: 'delivery', start_time: null, end_time: null }
    const day = { ...slot, start_time: '00:00:00', end_time: '23:59:00', is_posted: true }
    expect(entryForSlot([posted], 'crumb', 'delivery', day)).toBe(posted)
    expect(slotOfEntry(posted)).toBe('Saturday 28 November')
    expect(slotOfEntry(waiting)).toBe('Saturday 28 November, 10:00 to 12:00')
  })

  it('holds a place until its offer ends', () => {
    const until = '2026-11-28T14:30:00Z'
    expect(heldUntil(waiting, before)).toBeNull()
    expect(heldUntil({ offered_until: until }, before)).toBe(until)
    expect(heldUntil({ offered_until: until }, new Date(until))).toBeNull()
    expect(heldLine(until)).toBe('Held for you until Saturday 28 November at 14:30.')
  })

  it('is counted for the seller', () => {
    expect(slotWaitlistLine({ held: 1, waiting: 2 })).toBe('1 held for the waitlist, 2 waiting')
    expect(slotWaitlistLine({ held: 0, waiting: 0 })).toBe('')
  })
})
