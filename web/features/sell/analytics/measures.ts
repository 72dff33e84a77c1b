/** The measures that the chart can show. */
import { formatPence, shortPence } from '#domain/values/money'
import type { Figures } from './analytics.ts'
import { count } from './format-figures.ts'

export interface Measure {
  readonly label: string
  readonly of: (figures: Figures) => number
  readonly format: (value: number) => string
  /** The axis label, shorter than the figure itself. */
  readonly tick: (value: number) => string
  /** Whole numbers only, such as orders, so the axis shows no fractions. */
  readonly isWhole: boolean
}

const poundsFormat = {
  format: formatPence,
  tick: (pence: number) => shortPence(Math.round(pence)),
  isWhole: false,
}
const countFormat = { format: count, tick: count, isWhole: true }

export const measures = {
  revenue: { label: 'Revenue', of: (figures: Figures) => figures.revenuePence, ...poundsFormat },
  net: { label: 'After refunds', of: (figures: Figures) => figures.netPence, ...poundsFormat },
  orders: { label: 'Orders', of: (figures: Figures) => figures.orders, ...countFormat },
  buyers: { label: 'Buyers', of: (figures: Figures) => figures.buyers, ...countFormat },
  visits: { label: 'Visits', of: (figures: Figures) => figures.visits, ...countFormat },
} satisfies Record<string, Measure>
export type MeasureName = keyof typeof measures

export const measureNames: readonly MeasureName[] = ['revenue', 'net', 'orders', 'buyers', 'visits']
