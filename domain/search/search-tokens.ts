/** The words of a search with their positions, folded for comparison. */

export interface Token {
  /** Lower case, without accents and apostrophes. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** What stands between the token before and this one. */
  readonly gap: string
  /** Typed in quotation marks: searched as it is. */
  readonly isQuoted: boolean
}

const tokenPattern = /[£<>]|\d+(?:[.,]\d+)*\p{L}*|[\p{L}\p{M}\p{N}']+/gu
const quotation = /"[^"]*"|“[^”]*”/g

export function tokenise(text: string): Token[] {
  const folded = fold(text)
  const quotations = [...text.matchAll(quotation)].map(({ index, 0: { length } }) => [index, index + length] as const)
  let last = 0
  return [...folded.matchAll(tokenPattern)].map(({ index: start, 0: word }) => {
    const end = start + word.length
    const gap = folded.slice(last, start)
    last = end
    const isQuoted = quotations.some(([from, to]) => from <= start && end <= to)
    return { text: word.replaceAll("'", ''), start, end, gap, isQuoted }
  })
}

/** Has the length of the text, so that positions are the same. */
function fold(text: string): string {
  return Array.from(text, (character) => {
    const [base = ''] = character.normalize('NFD')
    const lower = base.toLowerCase()
    const plain = /[’‘ʼ`]/.test(lower) ? "'" : /\p{Pd}/u.test(lower) ? '-' : lower
    return plain.length === character.length ? plain : character
  }).join('')
}

/** Phrases do not continue across these. */
const barrier = /[,;|!?"“”()[\]]/

/** Whether a phrase can continue from the token before to this one. */
export function continues(token: Token | undefined): token is Token {
  return token !== undefined && !token.isQuoted && !barrier.test(token.gap)
}

/** The words of a phrase that starts at `from`, as far as it can continue. */
export function wordsFrom(tokens: readonly Token[], from: number, most: number): string[] {
  const first = tokens[from]
  if (first === undefined || first.isQuoted) return []
  const words = [first.text]
  for (let n = from + 1; n < from + most && continues(tokens[n]); n += 1) words.push(tokens[n]?.text ?? '')
  return words
}

export interface Found<Meaning> {
  readonly meaning: Meaning
  /** The number of tokens. */
  readonly length: number
}

/** What begins at a token. */
export type Rule<Result> = (tokens: readonly Token[], from: number) => Result

/** A rule that remembers what it has found at each token of a text, because other rules ask for it again. */
export function remembered<Result>(rule: Rule<Result>): Rule<Result> {
  const texts = new WeakMap<readonly Token[], Map<number, Result>>()
  return (tokens, from) => {
    const known = texts.get(tokens) ?? new Map<number, Result>()
    texts.set(tokens, known)
    const before = known.get(from)
    if (before !== undefined) return before
    const found = rule(tokens, from)
    known.set(from, found)
    return found
  }
}

const longestPhrase = 4

/** The words from a token on as phrases of one, two and more words. Many dictionaries are asked for each. */
const phrasesFrom = remembered((tokens, from) => {
  const words = wordsFrom(tokens, from, longestPhrase)
  return words.map((_, n) => words.slice(0, n + 1).join(' '))
})

/** The longest phrase of a dictionary that starts at `from`. Keys are words separated by single spaces. */
export function findPhrase<Meaning>(
  tokens: readonly Token[],
  from: number,
  phrases: ReadonlyMap<string, Meaning>,
): Found<Meaning> | null {
  const starts = phrasesFrom(tokens, from)
  for (let length = starts.length; length > 0; length -= 1) {
    const meaning = phrases.get(starts[length - 1] ?? '')
    if (meaning !== undefined) return { meaning, length }
  }
  return null
}

/** A dictionary from meanings to their phrases, separated by commas. */
export function phraseMap<Meaning>(entries: readonly (readonly [Meaning, string])[]): ReadonlyMap<string, Meaning> {
  return new Map(
    entries.flatMap(([meaning, phrases]) => phrases.split(', ').map((phrase) => [phrase, meaning] as const)),
  )
}
