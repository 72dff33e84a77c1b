/** How well an order of results meets the grades that were given to them. */

/** Normalised discounted cumulative gain of the first ten, from 0 to 1. Null if nothing has a grade. */
export function ndcgAt10(shown: readonly string[], grades: ReadonlyMap<string, number>): number | null {
  const ideal = gain([...grades.values()].sort((one, other) => other - one))
  return ideal === 0 ? null : gain(shown.map((key) => grades.get(key) ?? 0)) / ideal
}

function gain(grades: readonly number[]): number {
  return grades.slice(0, 10).reduce((sum, grade, rank) => sum + (2 ** grade - 1) / Math.log2(rank + 2), 0)
}
