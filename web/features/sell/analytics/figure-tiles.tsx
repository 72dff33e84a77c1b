/** The totals of the period, each compared with the period before. */
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'
import { formatPence } from '#domain/values/money'
import { classNames } from '#web/ui/class-names.ts'
import type { Figures } from './analytics.ts'
import { type Change, changeOf, count, counted, noFigure, percent, pointsOf, spanLabel } from './format-figures.ts'

interface Tile {
  readonly label: string
  readonly value: string
  readonly more: string
  readonly change: Change | null
}

interface Props {
  readonly totals: Figures
  readonly previous: Figures
}

export function FigureTiles({ totals, previous }: Props) {
  return (
    <section aria-labelledby="totals">
      <h2 id="totals" className="sr-only">
        Totals
      </h2>
      <dl className="mt-4 grid grid-cols-2 gap-3 lg:grid-cols-4 print:grid-cols-4">
        {buildTiles(totals, previous).map(({ label, value, more, change }) => (
          <div
            key={label}
            className="flex min-h-36 flex-col rounded-card border border-line bg-card p-4 sm:p-5 print:break-inside-avoid"
          >
            <dt className="text-sm font-semibold text-ink-soft">{label}</dt>
            <dd className="mt-1 font-display text-2xl font-semibold tabular-nums wrap-anywhere sm:text-3xl print:text-xl">
              {value}
            </dd>
            <dd className="mt-1 text-sm text-pretty text-ink-soft">{more}</dd>
            <dd className="mt-auto pt-2 text-sm">
              {change ? <ChangeLabel change={change} /> : <span className="text-ink-soft">No comparison</span>}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-ink-soft">Compared with {spanLabel(previous)}, the same number of days before.</p>
    </section>
  )
}

const arrows = { up: ArrowUp, down: ArrowDown, same: ArrowRight } as const

function ChangeLabel({ change: { direction, text } }: { change: Change }) {
  const Arrow = arrows[direction]
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 font-semibold',
        direction === 'up' ? 'text-leaf' : 'text-ink',
      )}
    >
      <Arrow aria-hidden="true" className="size-4 shrink-0" />
      {text}
    </span>
  )
}

function buildTiles(now: Figures, before: Figures): Tile[] {
  return [
    {
      label: 'Revenue',
      value: formatPence(now.revenuePence),
      more: 'Total paid',
      change: changeOf(now.revenuePence, before.revenuePence),
    },
    {
      label: 'After refunds',
      value: formatPence(now.netPence),
      more: now.refundsPence === 0 ? 'Nothing refunded' : `${formatPence(now.refundsPence)} refunded`,
      change: changeOf(now.netPence, before.netPence),
    },
    {
      label: 'Orders',
      value: count(now.orders),
      more: now.cancelled === 0 ? 'None cancelled' : `${count(now.cancelled)} of them cancelled`,
      change: changeOf(now.orders, before.orders),
    },
    {
      label: 'Average order',
      value: now.averageBasketPence === null ? noFigure : formatPence(now.averageBasketPence),
      more: 'Revenue per order',
      change: changeOf(now.averageBasketPence, before.averageBasketPence),
    },
    {
      label: 'Buyers',
      value: count(now.buyers),
      more: `${count(now.newBuyers)} for the first time`,
      change: changeOf(now.buyers, before.buyers),
    },
    {
      label: 'Returning buyers',
      value: percent(now.repeatRate),
      more: `${counted(now.repeatBuyers, 'buyer')} ordered again`,
      change: pointsOf(now.repeatRate, before.repeatRate),
    },
    {
      label: 'Visits',
      value: count(now.visits),
      more: 'Browser sessions in your shop',
      change: changeOf(now.visits, before.visits),
    },
    {
      label: 'Visits to orders',
      value: percent(now.conversion),
      more: `${counted(now.visitsWithOrder, 'visit')} with an order`,
      change: pointsOf(now.conversion, before.conversion),
    },
  ]
}
