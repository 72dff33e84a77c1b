import { describe, expect, it } from 'vitest'
import { parseCsv } from './csv.ts'
import { type Sale, salesCsvHead, writeSale } from './sales-csv.ts'

const sale: Sale = {
  order_id: '12e45678-0000-4000-8000-000000000000',
  paid_at: '2026-06-30T23:30:00+00:00',
  status: 'ready',
  fulfilment: 'pickup',
  due_at: '2026-07-04T09:00:00',
  buyer_name: 'José, “the baker”',
  items: [
    { name: 'Sourdough', variation: 'Large', quantity: 2 },
    { name: 'Bun', variation: null, quantity: 1 },
  ],
  subtotal: 20,
  delivery_fee: 0,
  total_amount: 20,
  refunded_amount: 0.1,
  fee: 1.5,
  net: 18.4,
}
const cellsOf = (of: Sale) => parseCsv(salesCsvHead + writeSale(of))[1]?.cells

describe('a sales export', () => {
  it('has one row for each order, with money to the penny and London times', () => {
    expect(cellsOf(sale)).toEqual([
      ...['12e45678-0000-4000-8000-000000000000', '2026-07-01 00:30', 'Ready for pickup', 'Pickup', '2026-07-04'],
      ...['José, “the baker”', '2 × Sourdough (Large), 1 × Bun', '20.00', '0.00', '20.00', '0.10', '1.50', '18.40'],
    ])
  })

  it.each(['=cmd|x', '+1', '-1+2', '@SUM(A1)', '\t=1', '\r=1'])(
    'contains no formula for a buyer called %j',
    (buyer_name) => {
      const cell = cellsOf({ ...sale, buyer_name })?.[5]
      // A signed number is not a formula.
      expect(cell).toBe(buyer_name === '+1' ? '+1' : `'${buyer_name}`)
    },
  )
})
