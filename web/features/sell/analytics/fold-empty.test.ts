import { describe, expect, it } from 'vitest'
import type { Figures } from './analytics.ts'
import { foldEmpty } from './fold-empty.ts'

const day = (number: number, changes: Partial<Figures> = {}): Figures => ({
  from: `2026-11-0${number}`,
  to: `2026-11-0${number}`,
  revenuePence: 0,
  refundsPence: 0,
  netPence: 0,
  orders: 0,
  cancelled: 0,
  averageBasketPence: null,
  buyers: 0,
  newBuyers: 0,
  repeatBuyers: 0,
  repeatRate: null,
  visits: 0,
  visitsWithOrder: 0,
  conversion: null,
  ...changes,
})

describe('The rows of the figures', () => {
  it('join empty days in a row, and keep days with a visit or an order and single empty days', () => {
    const days = [day(1), day(2), day(3), day(4, { visits: 1 }), day(5), day(6, { orders: 1 }), day(7), day(8)]
    expect(foldEmpty(days).map(({ from, to, figures }) => [from.slice(9), to.slice(9), figures === null])).toEqual([
      ['1', '3', true],
      ['4', '4', false],
      ['5', '5', false],
      ['6', '6', false],
      ['7', '8', true],
    ])
    expect(foldEmpty([])).toEqual([])
  })
})
