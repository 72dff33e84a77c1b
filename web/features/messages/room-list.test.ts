import { describe, expect, it } from 'vitest'
import { quoteLabel, roomTitle } from './room-list.tsx'
import type { Room } from './rooms.ts'

const room: Room = { id: 'r', buyer_id: 'b', seller_id: 's', price_quote: null, product: null }

describe('a conversation in the list', () => {
  it('says whether a price is quoted, and which', () => {
    expect(quoteLabel(room)).toBe('Awaiting price quote')
    expect(quoteLabel({ ...room, price_quote: 34.5 })).toBe('Price quoted: £34.50')
  })

  it('is called by its product, also when that is gone', () => {
    expect(roomTitle({ ...room, product: { id: 'p', name: 'Cake', image: null } })).toBe('Cake')
    expect(roomTitle(room)).toBe('A product no longer on sale')
  })
})
