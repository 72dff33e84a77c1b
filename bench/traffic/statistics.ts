/** Percentiles and trends of measured values. */

/** The smallest value that at least this share of all values do not exceed. NaN without values. @param share from 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

export type Point = readonly [x: number, y: number]

/** The slope of the straight line with the least squares. NaN for fewer than two different `x`. */
export function slopeOf(points: readonly Point[]): number {
  const meanX = mean(points.map(([x]) => x))
  const meanY = mean(points.map(([, y]) => y))
  const products = points.map(([x, y]) => (x - meanX) * (y - meanY))
  const squares = points.map(([x]) => (x - meanX) ** 2)
  return sum(products) / sum(squares)
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
export const mean = (values: readonly number[]): number => sum(values) / values.length
