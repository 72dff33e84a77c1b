import { describe, expect, it } from 'vitest'
import { parseCsv } from '../values/csv.ts'
import { type Sale, type SalesRows, salesFiles } from './sales-csv.ts'

const plain = { variation: null, personalization: null, custom_request_details: null, discount: 0, vat_rate: null }
const sale: Sale = {
  order_id: '12e45678-0000-4000-8000-000000000000',
  number: 'HC-1042',
  paid_at: '2026-06-30T23:30:00+00:00',
  status: 'ready',
  fulfilment: 'pickup',
  due_at: '2026-07-04T09:00:00',
  buyer_name: 'José, “the baker”',
  delivery_address: null,
  note: '=Ring twice',
  items: [
    { ...plain, name: 'Sourdough', variation: 'Large', quantity: 2, price: 7 },
    { ...plain, name: 'Bun', quantity: 1, price: 6, personalization: 'custom', custom_request_details: 'For Ada' },
  ],
  subtotal: 20,
  delivery_fee: 0,
  tip: 0,
  total_amount: 20,
  outstanding: 0,
  refunded_amount: 0.1,
  by_voucher: 0,
  fee: 1.5,
  net: 18.4,
}
const rowsOf = (of: Sale, rows: SalesRows) =>
  parseCsv(salesFiles[rows].head + salesFiles[rows].write(of)).map(({ cells }) => cells)
const cellsOf = (of: Sale) => rowsOf(of, 'orders')[1]

describe('a sales export', () => {
  it('has one row for each order, with money to the penny and London times', () => {
    expect(cellsOf(sale)).toEqual([
      ...['12e45678-0000-4000-8000-000000000000', '2026-07-01 00:30', 'Ready for pickup', 'Pickup', '2026-07-04'],
      ...[
        'José, “the baker”',
        '2 × Sourdough (Large), 1 × Bun',
        '20.00',
        '0.00',
        '0.00',
        '20.00',
        '0.00',
        '0.10',
        '1.50',
        '18.40',
      ],
      // Not registered for VAT, and picked up.
      ...['', '', '', 'For Ada', "'=Ring twice", '0.00', 'HC-1042'],
    ])
  })

  it('has the VAT of a registered shop, also of its delivery, and the address', () => {
    const [bread, bun] = sale.items.map((line, n) => ({ ...line, vat_rate: n === 0 ? 0 : 20 }))
    const address = {
      full_name: 'Bo',
      address_line1: '1 High St',
      address_line2: '',
      city: 'Ely',
      postal_code: 'CB7 4DL',
    }
    const sold = {
      ...sale,
      items: bread && bun ? [bread, bun] : [],
      delivery_fee: 4,
      total_amount: 24,
      delivery_address: address,
    }
    expect(cellsOf(sold)?.slice(15, 18)).toEqual(['1.20', '22.80', 'Bo, 1 High St, Ely, CB7 4DL'])
    const [head, ...rows] = rowsOf(sold, 'lines')
    expect(head?.slice(8)).toEqual([
      ...[
        'Quantity',
        'Unit price',
        'Discount',
        'Line total',
        'VAT rate',
        'VAT included',
        'Without VAT',
        'Order number',
      ],
    ])
    expect(rows.map((cells) => [cells[4], ...cells.slice(8, 15)])).toEqual([
      ['Sourdough', '2', '7.00', '0.00', '14.00', '0%', '0.00', '14.00'],
      ['Bun', '1', '6.00', '0.00', '6.00', '20%', '1.00', '5.00'],
      ['Delivery', '1', '4.00', '0.00', '4.00', '', '0.20', '3.80'],
    ])
    expect(rows.map((cells) => cells[15])).toEqual(['HC-1042', 'HC-1042', 'HC-1042'])
    expect(rowsOf(sale, 'lines')[2]?.slice(7, 15)).toEqual(['For Ada', '1', '6.00', '0.00', '6.00', '', '', ''])
  })

  it('takes discounts off each line before the VAT', () => {
    const items = sale.items.map((line) => ({ ...line, vat_rate: 20, discount: line.name === 'Bun' ? 1.2 : 0 }))
    const sold = { ...sale, items, subtotal: 18.8, total_amount: 18.8 }
    const [, , bun] = rowsOf(sold, 'lines')
    expect(bun?.slice(8, 15)).toEqual(['1', '6.00', '1.20', '4.80', '20%', '0.80', '4.00'])
    expect(cellsOf(sold)?.[15]).toBe('3.13')
  })

  it('shows a tip apart, without VAT', () => {
    const items = sale.items.map((line) => ({ ...line, vat_rate: 20 }))
    const sold = { ...sale, items, tip: 2.5, total_amount: 22.5 }
    expect(cellsOf(sold)?.slice(7, 11)).toEqual(['20.00', '0.00', '2.50', '22.50'])
    expect(cellsOf(sold)?.slice(15, 17), 'the VAT of £20 alone').toEqual(['3.33', '19.17'])
    expect(rowsOf(sold, 'lines').at(-1)?.slice(8, 15)).toEqual(['1', '2.50', '0.00', '2.50', '', '', ''])
    expect(rowsOf(sold, 'lines').at(-1)?.[4]).toBe('Tip')
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
