/** Misspelt words: one letter too many, too few, wrong, or two neighbours swapped. */

/** Shorter words are too often one letter away from another word. */
const shortest = 4

/** Whether `typed` is one edit away from `word` (optimal string alignment), and not an adjective of it: 'milky'. */
export function isMisspellingOf(typed: string, word: string): boolean {
  if (typed.length < shortest || typed === word || Math.abs(typed.length - word.length) > 1) return false
  if (typed.endsWith('y') && !word.endsWith('y')) return false
  let start = 0
  while (start < typed.length && typed[start] === word[start]) start += 1
  const [rest, wanted] = [typed.slice(start), word.slice(start)]
  const isSwapped = rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2)
  const isReplaced = rest.slice(1) === wanted.slice(1)
  return isSwapped || isReplaced || rest.slice(1) === wanted || rest === wanted.slice(1)
}

/** The number of letters to add, remove or replace (Levenshtein). */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    for (let n = 1; n <= other.length; n += 1) {
      const replaced = (row[n - 1] ?? 0) + (one[at - 1] === other[n - 1] ? 0 : 1)
      next.push(Math.min((row[n] ?? 0) + 1, (next[n - 1] ?? 0) + 1, replaced))
    }
    row = next
  }
  return row[other.length] ?? 0
}
