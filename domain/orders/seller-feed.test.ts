import { describe, expect, it } from 'vitest'
import { type FeedOrder, sellerFeed } from './seller-feed.ts'

const order: FeedOrder = {
  id: '1a2b3c4d-0000-4000-8000-000000000000',
  number: 'HC-1042',
  kind: 'pickup',
  status: 'processing',
  due_at: '2026-07-04T09:00:00',
  buyer: 'Amy',
  updated_at: '2026-07-01T08:00:00.123Z',
  start_time: '09:00:00',
  end_time: '12:00:00',
  items: [
    { name: 'Carrot cake', quantity: 2, variation: 'Large', options_text: null, allergens: { milk: 'contains' } },
  ],
}
const feed = (...orders: FeedOrder[]) => sellerFeed({ shopName: 'Ann’s', orders, siteUrl: 'https://shop.test' })
/** Folded lines joined. */
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

describe('the calendar feed of a shop', () => {
  it('gives times in UTC, with British summer time', () => {
    expect(linesOf(feed(order))).toEqual(
      expect.arrayContaining(['DTSTART:20260704T080000Z', 'DTEND:20260704T110000Z', 'DTSTAMP:20260701T080000Z']),
    )
    expect(linesOf(feed({ ...order, due_at: '2026-12-04T09:00:00' }))).toContain('DTSTART:20261204T090000Z')
  })

  it('shows an order without hours on its whole day', () => {
    const posted: FeedOrder = { ...order, kind: 'posting', start_time: null, end_time: null }
    expect(linesOf(feed(posted))).toEqual(
      expect.arrayContaining(['DTSTART;VALUE=DATE:20260704', 'DTEND;VALUE=DATE:20260705']),
    )
  })

  it('names the buyer, the items and their allergens', () => {
    const text = linesOf(feed(order)).join('\n')
    expect(text).toContain('SUMMARY:Pickup: Amy\\, 2 × Carrot cake')
    expect(text).toContain('2 × Carrot cake (Large)')
    expect(text).toContain('Contains milk')
    const [first] = order.items
    expect(first && linesOf(feed({ ...order, items: [{ ...first, allergens: null }] })).join('\n')).toContain(
      'Allergens not declared.',
    )
  })

  it('is the same text for the same orders, and cannot be broken by a name', () => {
    expect(feed(order)).toBe(feed(order))
    const hostile = linesOf(feed({ ...order, buyer: 'A\r\nEND:VCALENDAR' }))
    expect(hostile.filter((text) => text === 'END:VCALENDAR')).toHaveLength(1)
  })
})
