/** The sums of each month. On phones a month takes several lines. */
import { formatPence } from '#domain/values/money'
import { monthOf, monthTitle } from '#domain/values/month'
import type { Sums } from './money.ts'

const allColumns: readonly { readonly label: string; readonly of: (sums: Sums) => string }[] = [
  { label: 'Orders', of: ({ orders }) => String(orders) },
  { label: 'Received', of: ({ sales }) => formatPence(sales) },
  { label: 'Tips', of: ({ tips }) => formatPence(tips) },
  { label: 'Refunded', of: ({ refunds }) => formatPence(refunds) },
  { label: 'Vouchers sold', of: ({ vouchers_sold: sold }) => formatPence(sold) },
  { label: 'Paid by voucher', of: ({ paid_by_vouchers: paid }) => formatPence(paid === 0 ? 0 : -paid) },
  { label: 'Fees', of: ({ fees }) => formatPence(fees) },
  { label: 'For you', of: ({ net }) => formatPence(net) },
]

export function MonthsTable({ months }: { months: readonly Sums[] }) {
  const hidden = [
    ...(months.some(({ tips }) => tips > 0) ? [] : ['Tips']),
    ...(months.some(({ vouchers_sold: sold, paid_by_vouchers: paid }) => sold > 0 || paid > 0)
      ? []
      : ['Vouchers sold', 'Paid by voucher']),
  ]
  const columns = allColumns.filter(({ label }) => !hidden.includes(label))
  if (months.length === 0)
    return <p className="mt-4 text-ink-soft">No sales yet. Each month with an order appears here.</p>
  return (
    <table className="mt-4 w-full rounded-card border border-line bg-card text-left tabular-nums max-sm:block">
      <caption className="sr-only">Sales, tips, refunds and fees by month</caption>
      <thead className="max-sm:sr-only">
        <tr className="text-sm">
          <th scope="col" className="px-4 py-2.5 font-semibold">
            Month
          </th>
          {columns.map(({ label }) => (
            <th key={label} scope="col" className="px-4 py-2.5 text-right font-semibold">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-sm:block">
        {months.map((month) => (
          <tr key={month.from} className="max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-6 max-sm:px-4 max-sm:py-3">
            <th scope="row" className="px-4 py-2.5 font-semibold max-sm:col-span-2 max-sm:px-0 max-sm:py-1">
              {monthTitle(monthOf(month.from))}
            </th>
            {columns.map(({ label, of }) => (
              <td
                key={label}
                className="px-4 py-2.5 text-right last:font-semibold max-sm:flex max-sm:justify-between max-sm:px-0 max-sm:py-0.5"
              >
                <span aria-hidden="true" className="text-sm font-normal text-ink-soft sm:hidden">
                  {label}
                </span>
                {of(month)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
