/** A shop's sales as rows for a bookkeeper's spreadsheet. */
import { londonTime } from './calendar.ts'
import { csvStart, writeCsvRow } from './csv.ts'
import { type Pounds, toPence, toPounds } from './money.ts'
import { itemsLine, orderState } from './order-state.ts'

/** A row of the ledger. */
export interface Sale {
  readonly order_id: string
  readonly paid_at: string
  readonly status: string
  readonly fulfilment: string
  readonly due_at: string
  readonly buyer_name: string | null
  readonly items: readonly { readonly name: string; readonly variation: string | null; readonly quantity: number }[]
  readonly subtotal: Pounds
  readonly delivery_fee: Pounds
  readonly total_amount: Pounds
  readonly refunded_amount: Pounds
  readonly fee: Pounds
  readonly net: Pounds
}

const columns: readonly { readonly title: string; readonly cell: (sale: Sale) => string }[] = [
  // The full id, because a spreadsheet may read eight characters as a number.
  { title: 'Order', cell: ({ order_id }) => order_id },
  { title: 'Paid at', cell: ({ paid_at }) => clock(new Date(paid_at)) },
  { title: 'Status', cell: ({ status }) => orderState(status).label },
  { title: 'Fulfilment', cell: ({ fulfilment }) => (fulfilment === 'pickup' ? 'Pickup' : 'Delivery') },
  { title: 'Due', cell: ({ due_at }) => due_at.slice(0, 10) },
  { title: 'Buyer', cell: ({ buyer_name }) => buyer_name ?? '' },
  { title: 'Items', cell: ({ items }) => itemsLine(items) },
  { title: 'Subtotal', cell: ({ subtotal }) => amount(subtotal) },
  { title: 'Delivery', cell: ({ delivery_fee }) => amount(delivery_fee) },
  { title: 'Total', cell: ({ total_amount }) => amount(total_amount) },
  { title: 'Refunded', cell: ({ refunded_amount }) => amount(refunded_amount) },
  { title: 'Fee', cell: ({ fee }) => amount(fee) },
  { title: 'Net after fee', cell: ({ net }) => amount(net) },
]

/** The heading of the file. */
export const salesCsvHead = csvStart + writeCsvRow(columns.map(({ title }) => title))

export function writeSale(sale: Sale): string {
  return writeCsvRow(columns.map(({ cell }) => cell(sale)))
}

/** '2026-11-21 14:05', which spreadsheets read as a time. */
function clock(instant: Date): string {
  const { date, time } = londonTime(instant)
  return `${date} ${time}`
}

function amount(pounds: Pounds): string {
  return toPounds(toPence(pounds))
}
