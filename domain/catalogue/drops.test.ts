import { describe, expect, it } from 'vitest'
import { asSold, countdown, currentDrop, dropLine, dropState } from './drops.ts'

const drop = {
  id: 'one',
  title: 'Saturday bakes',
  is_published: true,
  opens_at: '2026-11-26T18:00:00Z',
  cut_off: '2026-11-27T18:00:00Z',
  slots: [{ fulfilment: 'pickup' }],
}
const before = new Date('2026-11-26T17:55:51Z')
const during = new Date('2026-11-26T18:00:00Z')
const after = new Date('2026-11-27T18:00:00Z')
const left = [{ stock: 3, taken: 1 }]
const gone = [{ stock: 3, taken: 3 }]

describe('a drop', () => {
  it('has the state of its times and its stock', () => {
    expect(dropState({ ...drop, is_published: false }, left, during)).toBe('draft')
    expect(dropState(drop, left, before)).toBe('announced')
    expect(dropState(drop, left, during)).toBe('open')
    expect(dropState(drop, gone, during)).toBe('sold-out')
    expect(dropState(drop, gone, after)).toBe('closed')
  })

  it('says when it opens or ends, in London’s time', () => {
    const summer = { ...drop, opens_at: '2026-07-03T17:00:00Z' }
    expect(dropLine(summer, new Date('2026-07-01T00:00:00Z'))).toBe('Opens Friday 3 July at 18:00')
    expect(dropLine(drop, during)).toBe('Order until Friday 27 November at 18:00')
  })

  it('counts down in days, hours, and at last in seconds', () => {
    expect(countdown(drop.opens_at, before)).toBe('4 min 09 s')
    expect(countdown(drop.opens_at, new Date('2026-11-26T14:30:00Z'))).toBe('3 h 30 min')
    expect(countdown(drop.opens_at, new Date('2026-11-24T15:00:00Z'))).toBe('2 days 3 h')
    expect(countdown(drop.opens_at, after)).toBe('0 min 00 s')
  })

  it('sells a product from its own stock, and nothing of it before it opens', () => {
    const next = { ...drop, id: 'next', opens_at: '2026-12-03T18:00:00Z', cut_off: '2026-12-04T18:00:00Z' }
    const product = {
      stock: 9,
      is_made_to_order: true,
      available_for_pickup: true,
      available_for_delivery: true,
      drop_items: [
        { stock: 5, taken: 0, drop: next },
        { stock: 3, taken: 1, drop },
      ],
    }
    expect(asSold(product, before)).toMatchObject({ stock: 0, is_made_to_order: false, drop: { id: 'one' } })
    expect(asSold(product, before)).toMatchObject({ available_for_pickup: true, available_for_delivery: false })
    expect(asSold(product, during)).toMatchObject({ stock: 2, drop: { id: 'one' } })
    expect(asSold(product, after)).toMatchObject({ stock: 0, drop: { id: 'next' } })
    expect(asSold(product, new Date('2027-01-01T00:00:00Z'))).toMatchObject({ stock: 9, drop: null })
    expect(currentDrop([], during)).toBeNull()
  })
})
