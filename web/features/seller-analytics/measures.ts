/** What the chart can show. */
import { formatPence } from '#domain/money'
import type { Figures } from './analytics.ts'
import { count } from './figure-words.ts'

export interface Measure {
  readonly label: string
  readonly of: (figures: Figures) => number
  readonly write: (value: number) => string
  /** What stands at the scale: shorter than the figure itself. */
  readonly tick: (value: number) => string
  /** No finer steps than these: there are no half orders. */
  readonly isWhole: boolean
}

const inPounds = {
  write: formatPence,
  tick: (pence: number) => formatPence(Math.round(pence)).replace(/\.00$/, ''),
  isWhole: false,
}
const inPieces = { write: count, tick: count, isWhole: true }

export const measures = {
  revenue: { label: 'Revenue', of: (figures: Figures) => figures.revenuePence, ...inPounds },
  net: { label: 'After refunds', of: (figures: Figures) => figures.netPence, ...inPounds },
  orders: { label: 'Orders', of: (figures: Figures) => figures.orders, ...inPieces },
  buyers: { label: 'Buyers', of: (figures: Figures) => figures.buyers, ...inPieces },
  views: { label: 'Views', of: (figures: Figures) => figures.views, ...inPieces },
} satisfies Record<string, Measure>
export type MeasureName = keyof typeof measures

export const measureNames: readonly MeasureName[] = ['revenue', 'net', 'orders', 'buyers', 'views']
