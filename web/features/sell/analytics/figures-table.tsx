/** The figures of each bucket as a table, where empty ones in a row share one. A long table scrolls on screen and prints in full. */
import { formatPence } from '#domain/values/money'
import type { Analytics, Figures } from './analytics.ts'
import { foldEmpty } from './fold-empty.ts'
import { count, noFigure, percent, spanLabel } from './format-figures.ts'

const columns: readonly { label: string; of: (figures: Figures) => string }[] = [
  { label: 'Revenue', of: ({ revenuePence }) => formatPence(revenuePence) },
  { label: 'Refunded', of: ({ refundsPence }) => formatPence(refundsPence) },
  { label: 'After refunds', of: ({ netPence }) => formatPence(netPence) },
  { label: 'Orders', of: ({ orders }) => count(orders) },
  { label: 'Average order', of: ({ averageBasketPence: pence }) => (pence === null ? noFigure : formatPence(pence)) },
  { label: 'Buyers', of: ({ buyers }) => count(buyers) },
  { label: 'New', of: ({ newBuyers }) => count(newBuyers) },
  { label: 'Returning', of: ({ repeatBuyers }) => count(repeatBuyers) },
  { label: 'Visits', of: ({ visits }) => count(visits) },
  { label: 'Visits to orders', of: ({ conversion }) => percent(conversion) },
]

const bucketHeadings = { day: 'Day', week: 'Week', month: 'Month' } as const

export function FiguresTable({ data: { buckets, totals, bucket } }: { data: Analytics }) {
  return (
    <section
      aria-label="Figures as a table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table
      tabIndex={0}
      className="mt-6 max-h-112 overflow-auto rounded-control border border-line print:max-h-none print:overflow-visible print:border-0"
    >
      <table className="w-full text-right text-sm tabular-nums print:text-[8pt]">
        <caption className="sr-only">Figures for {spanLabel(totals)}</caption>
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky top-0 left-0 z-20 bg-paper-deep px-3 print:px-1 py-2.5 text-left font-semibold whitespace-nowrap print:static print:whitespace-normal"
            >
              {bucketHeadings[bucket]}
            </th>
            {columns.map(({ label }) => (
              <th
                key={label}
                scope="col"
                className="sticky top-0 z-10 bg-paper-deep px-3 print:px-1 py-2.5 font-semibold whitespace-nowrap print:static print:whitespace-normal"
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {foldEmpty(buckets).map((row) =>
            row.figures ? (
              <Row key={row.from} label={spanLabel(row)} figures={row.figures} />
            ) : (
              <tr key={row.from} className="text-ink-soft">
                <RowHeading>{spanLabel(row)}</RowHeading>
                <td colSpan={columns.length} className="px-3 py-2 text-left">
                  No visits or orders
                </td>
              </tr>
            ),
          )}
        </tbody>
        <tfoot className="border-t-2 border-ink/30 font-semibold">
          <Row label="Total" figures={totals} />
        </tfoot>
      </table>
    </section>
  )
}

function Row({ label, figures }: { label: string; figures: Figures }) {
  return (
    <tr>
      <RowHeading>{label}</RowHeading>
      {columns.map((column) => (
        <td key={column.label} className="px-3 print:px-1 py-2 whitespace-nowrap">
          {column.of(figures)}
        </td>
      ))}
    </tr>
  )
}

function RowHeading({ children }: { children: string }) {
  return (
    <th
      scope="row"
      className="sticky left-0 bg-card px-3 print:px-1 py-2 text-left font-medium whitespace-nowrap print:static"
    >
      {children}
    </th>
  )
}
