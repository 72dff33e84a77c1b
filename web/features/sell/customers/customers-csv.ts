/** A shop's customers as rows for a spreadsheet. */
import { londonTime } from '#domain/values/calendar'
import { csvStart, writeCsvRow } from '#domain/values/csv'
import { type Pounds, poundsText } from '#domain/values/money'

export interface ExportedCustomer {
  readonly name: string | null
  readonly orders: number
  readonly spend: Pounds
  readonly last_order: string | null
  readonly next_order: string | null
  readonly tags: readonly string[]
}

/** Without notes and allergies, which stay on the page: a file is passed on too easily. */
export function writeCustomers(customers: readonly ExportedCustomer[]): string {
  const head = writeCsvRow(['Name', 'Orders', 'Spend', 'Last order', 'Next order', 'Tags'])
  const rows = customers.map(({ name, orders, spend, last_order: last, next_order: next, tags }) =>
    writeCsvRow([
      name ?? '',
      String(orders),
      poundsText(spend),
      last ? londonTime(new Date(last)).date : '',
      next?.slice(0, 10) ?? '',
      tags.join(', '),
    ]),
  )
  return csvStart + head + rows.join('')
}
