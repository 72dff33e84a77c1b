import { describe, expect, it } from 'vitest'
import { canWait, offerLine, openOffer, soldLine, waitlistLine, withOffer } from './waitlist.ts'

const entry = { product_id: 'cake', drop_item_id: null, offered: 2, offered_until: '2026-11-28T14:30:00Z' }
const before = new Date('2026-11-28T14:29:59Z')
const offer = { dropItemId: null, units: 2, until: '2026-11-28T14:30:00Z' }

describe('a waitlist', () => {
  const product = { product_type: 'standardised', is_made_to_order: false, is_listed: true, allergens_declared: true }

  it('is for counted products on sale', () => {
    expect(canWait(product)).toBe(true)
    for (const change of [
      { product_type: 'bespoke' },
      { is_made_to_order: true },
      { is_listed: false },
      { allergens_declared: false },
    ])
      expect(canWait({ ...product, ...change })).toBe(false)
  })
})

describe('an offer', () => {
  it('stands until its end, and never while a member waits', () => {
    expect(openOffer(entry, before)).toEqual(offer)
    expect(openOffer(entry, new Date('2026-11-28T14:30:00Z'))).toBeNull()
    expect(openOffer({ ...entry, offered: 0, offered_until: null }, before)).toBeNull()
  })

  it('adds to the stock that it was made from, and to no other', () => {
    const product = { id: 'cake', stock: 1 }
    const inDrop = { id: 'cake', stock: 0, drop: { id: 'saturday' } }
    expect(withOffer(product, offer)).toEqual({ id: 'cake', stock: 3 })
    expect(withOffer({ ...product, drop: null }, offer).stock).toBe(3)
    expect(withOffer(inDrop, offer)).toBe(inDrop)
    expect(withOffer(inDrop, { ...offer, dropItemId: 'item' }).stock).toBe(2)
    expect(withOffer(product, { ...offer, dropItemId: 'item' })).toBe(product)
    expect(withOffer(product, null)).toBe(product)
  })

  it('says until when it stands, in the time of London', () => {
    expect(offerLine({ ...offer, until: '2026-07-04T13:30:00Z' })).toBe(
      '2 reserved for you until Saturday 4 July at 14:30.',
    )
  })
})

describe('a seller', () => {
  it('reads how many wait, and what of an item is ordered or reserved', () => {
    expect(waitlistLine({ waiting: 2, reserved: 1 })).toBe('2 waiting, 1 more reserved for the waitlist')
    expect(waitlistLine({ waiting: 0, reserved: 3 })).toBe('3 more reserved for the waitlist')
    expect(soldLine({ stock: 4, taken: 3 })).toBe('3 of 4 ordered')
    expect(soldLine({ stock: 4, taken: 4 }, { waiting: 2, reserved: 1 })).toBe(
      '3 of 4 ordered, 1 reserved for the waitlist, 2 waiting',
    )
  })
})
