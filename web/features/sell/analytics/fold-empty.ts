/** Joins neighbouring buckets without any figures, so that a quiet month is one row and not thirty. */
import type { Figures } from './analytics.ts'

export interface FoldedRow {
  readonly from: string
  readonly to: string
  /** Null for several empty buckets. */
  readonly figures: Figures | null
}

export function foldEmpty(buckets: readonly Figures[]): FoldedRow[] {
  const rows: FoldedRow[] = []
  for (const figures of buckets) {
    const before = rows.at(-1)
    if (before && isEmpty(figures) && (before.figures === null || isEmpty(before.figures)))
      rows[rows.length - 1] = { from: before.from, to: figures.to, figures: null }
    else rows.push({ from: figures.from, to: figures.to, figures })
  }
  return rows
}

const isEmpty = ({ orders, visits }: Figures) => orders === 0 && visits === 0
