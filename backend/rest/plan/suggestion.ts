/** Finds the name someone probably meant. */

/** Longer names are not compared: the work grows with the product of the lengths. */
const maxLength = 100

/** The most similar of the candidates, if it is similar enough; similarity runs from 0 to 1. */
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

/** Levenshtein's: how many letters must be put in, taken out or changed. */
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
