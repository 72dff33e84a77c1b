/** A shop's sales as files for a bookkeeper's spreadsheet: a row for each order, or for each line. */
import { londonTime } from '../values/calendar.ts'
import { csvStart, writeCsvRow } from '../values/csv.ts'
import { type Pounds, poundsText, toPence, toPounds } from '../values/money.ts'
import { vatIn, vatOfOrder } from '../values/vat.ts'
import { itemsLine, orderState } from './order-state.ts'

export interface SaleLine {
  readonly name: string
  readonly variation: string | null
  readonly options_text?: string | null
  readonly personalization: string | null
  readonly custom_request_details: string | null
  readonly quantity: number
  /** Of one, options included. */
  readonly price: Pounds
  /** What a discount code took off the line. */
  readonly discount: Pounds
  /** Null before the shop was registered for VAT. */
  readonly vat_rate: number | null
}

/** A row of the ledger. */
export interface Sale {
  readonly order_id: string
  readonly number: string
  readonly paid_at: string
  readonly status: string
  readonly fulfilment: string
  readonly due_at: string
  readonly buyer_name: string | null
  readonly delivery_address: Readonly<Record<string, unknown>> | null
  readonly note: string | null
  readonly items: readonly SaleLine[]
  readonly subtotal: Pounds
  readonly delivery_fee: Pounds
  /** Outside the scope of VAT, because it is given freely. */
  readonly tip: Pounds
  readonly total_amount: Pounds
  /** The part of the total that was not paid online: an open or settled balance. */
  readonly outstanding: Pounds
  readonly refunded_amount: Pounds
  /** What gift vouchers paid, less what returned to them. The shop received that money when they were bought. */
  readonly by_voucher: Pounds
  readonly fee: Pounds
  readonly net: Pounds
}

interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => string
}

const columns: readonly Column<Sale>[] = [
  // The full id, because a spreadsheet may read eight characters as a number.
  { title: 'Order', cell: ({ order_id }) => order_id },
  { title: 'Paid at', cell: ({ paid_at }) => clock(new Date(paid_at)) },
  { title: 'Status', cell: ({ status }) => orderState(status).label },
  { title: 'Fulfilment', cell: ({ fulfilment }) => (fulfilment === 'pickup' ? 'Pickup' : 'Delivery') },
  { title: 'Due', cell: ({ due_at }) => due_at.slice(0, 10) },
  { title: 'Buyer', cell: ({ buyer_name }) => buyer_name ?? '' },
  { title: 'Items', cell: ({ items }) => itemsLine(items) },
  { title: 'Subtotal', cell: ({ subtotal }) => poundsText(subtotal) },
  { title: 'Delivery', cell: ({ delivery_fee }) => poundsText(delivery_fee) },
  { title: 'Tip', cell: ({ tip }) => poundsText(tip) },
  { title: 'Total', cell: ({ total_amount }) => poundsText(total_amount) },
  { title: 'Not paid online', cell: ({ outstanding }) => poundsText(outstanding) },
  { title: 'Refunded', cell: ({ refunded_amount }) => poundsText(refunded_amount) },
  { title: 'Fee', cell: ({ fee }) => poundsText(fee) },
  { title: 'Net after fee', cell: ({ net }) => poundsText(net) },
  { title: 'VAT included', cell: (sale) => vatCell(vatOf(sale)) },
  {
    title: 'Total without VAT',
    cell: (sale) => {
      const vat = vatOf(sale)
      return vat === null ? '' : toPounds(toPence(sale.total_amount) - vat)
    },
  },
  { title: 'Address', cell: addressLine },
  { title: 'Personalisation', cell: ({ items }) => items.map(wordsOf).filter(Boolean).join(' | ') },
  { title: 'Note', cell: ({ note }) => note ?? '' },
  // The last two, so that they move no other column of a bookkeeper's spreadsheet.
  { title: 'Paid by gift voucher', cell: ({ by_voucher }) => poundsText(by_voucher) },
  { title: 'Order number', cell: ({ number }) => number },
]

interface SoldLine {
  readonly sale: Sale
  readonly name: string
  readonly quantity: number
  readonly unitPence: number
  readonly discountPence: number
  /** What was charged. */
  readonly pence: number
  /** Null for delivery and a tip, which are no products. */
  readonly line: SaleLine | null
  readonly rate: number | null
  readonly vat: number | null
}

const lineColumns: readonly Column<SoldLine>[] = [
  { title: 'Order', cell: ({ sale }) => sale.order_id },
  { title: 'Paid at', cell: ({ sale }) => clock(new Date(sale.paid_at)) },
  { title: 'Status', cell: ({ sale }) => orderState(sale.status).label },
  { title: 'Buyer', cell: ({ sale }) => sale.buyer_name ?? '' },
  { title: 'Item', cell: ({ name }) => name },
  { title: 'Variation', cell: ({ line }) => line?.variation ?? '' },
  { title: 'Options', cell: ({ line }) => line?.options_text ?? '' },
  { title: 'Personalisation', cell: ({ line }) => (line ? wordsOf(line) : '') },
  { title: 'Quantity', cell: ({ quantity }) => String(quantity) },
  { title: 'Unit price', cell: ({ unitPence }) => toPounds(unitPence) },
  { title: 'Discount', cell: ({ discountPence }) => toPounds(discountPence) },
  { title: 'Line total', cell: ({ pence }) => toPounds(pence) },
  { title: 'VAT rate', cell: ({ rate }) => (rate === null ? '' : `${rate}%`) },
  { title: 'VAT included', cell: ({ vat }) => vatCell(vat) },
  {
    title: 'Without VAT',
    cell: ({ vat, pence }) => (vat === null ? '' : toPounds(pence - vat)),
  },
  { title: 'Order number', cell: ({ sale }) => sale.number },
]

/** A file with a row for each order, or for each of its lines, its delivery and its tip. */
export const salesFiles = {
  orders: { head: headOf(columns), write: (sale: Sale) => writeCsvRow(columns.map(({ cell }) => cell(sale))) },
  lines: {
    head: headOf(lineColumns),
    write: (sale: Sale) =>
      soldLines(sale)
        .map((line) => writeCsvRow(lineColumns.map(({ cell }) => cell(line))))
        .join(''),
  },
} as const
export type SalesRows = keyof typeof salesFiles

function headOf<Row>(of: readonly Column<Row>[]): string {
  return csvStart + writeCsvRow(of.map(({ title }) => title))
}

function soldLines(sale: Sale): SoldLine[] {
  const lines = sale.items.map((line): SoldLine => {
    const unitPence = toPence(line.price)
    const { name, quantity, vat_rate: rate } = line
    const pence = chargedPence(line)
    const vat = rate === null ? null : vatIn(pence, rate)
    return { sale, name, quantity, unitPence, discountPence: toPence(line.discount), pence, line, rate, vat }
  })
  const deliveryPence = toPence(sale.delivery_fee)
  const others = [
    { name: 'Delivery', pence: deliveryPence, vat: vatOfOrder(vatLines(sale), 0, deliveryPence) },
    { name: 'Tip', pence: toPence(sale.tip), vat: null },
  ].filter(({ pence }) => pence > 0)
  return [
    ...lines,
    ...others.map(({ name, pence, vat }) => ({
      ...{ sale, name, quantity: 1, unitPence: pence, discountPence: 0, pence, line: null, rate: null, vat },
    })),
  ]
}

const chargedPence = ({ price, quantity, discount }: SaleLine) => toPence(price) * quantity - toPence(discount)

/** VAT is due on what is charged, so after a discount. */
const vatLines = ({ items }: Sale) => items.map((line) => ({ pence: chargedPence(line), rate: line.vat_rate }))

const vatOf = (sale: Sale) => vatOfOrder(vatLines(sale), toPence(sale.subtotal), toPence(sale.delivery_fee))

const vatCell = (vat: number | null) => (vat === null ? '' : toPounds(vat))

function wordsOf({ personalization, custom_request_details: details }: SaleLine): string {
  return [personalization === 'custom' ? null : personalization, details].filter(Boolean).join(': ')
}

function addressLine({ delivery_address: address }: Sale): string {
  if (address === null) return ''
  const parts = ['full_name', 'address_line1', 'address_line2', 'city', 'postal_code'].map((key) => address[key])
  return parts.filter((part) => typeof part === 'string' && part !== '').join(', ')
}

/** '2026-11-21 14:05', which spreadsheets read as a time. */
function clock(instant: Date): string {
  const { date, time } = londonTime(instant)
  return `${date} ${time}`
}
