/** Suggests the most similar name. */

/** Longer names are not compared, because the cost is the product of the lengths. */
const maxLength = 100

/** The most similar candidate with at least the minimum similarity, from 0 to 1. */
export function suggest(name: string, candidates: Iterable<string>, minimum: number): string | undefined {
  if (name.length > maxLength) return undefined
  let best: string | undefined
  let bestScore = minimum
  for (const candidate of candidates) {
    const score = similarity(name.toLowerCase(), candidate.toLowerCase())
    if (score > bestScore || (score === bestScore && best === undefined)) {
      best = candidate
      bestScore = score
    }
  }
  return best
}

function similarity(a: string, b: string): number {
  const longest = Math.max(a.length, b.length)
  if (longest === 0 || longest > maxLength) return 0
  return 1 - distance(a, b) / longest
}

/** The Levenshtein distance: the number of inserted, deleted or replaced characters. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 0; row < a.length; row++) {
    const current = [row + 1]
    for (let column = 0; column < b.length; column++) {
      const change = (previous[column] ?? 0) + (a[row] === b[column] ? 0 : 1)
      current.push(Math.min(change, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
