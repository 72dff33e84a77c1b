/** Notices above the results: which words nothing matches, and what cannot be left out. */
import { tokenise } from '#domain/search-tokens'

export interface DroppedWordsProps {
  /** Those that were searched for. */
  words: string
  dropped: readonly string[]
  /** What is shown where no word is left, such as 'Diwali'. */
  otherwise?: string | undefined
}

export function DroppedWords({ words, dropped, otherwise = '' }: DroppedWordsProps) {
  if (dropped.length === 0) return null
  const left = keptWords(words, dropped) || otherwise
  return (
    <p className="mb-6 text-ink-soft">
      Nothing matches “{dropped.join(' ')}”{left !== '' && `, so these match “${left}”`}.
    </p>
  )
}

/** Says what a search cannot leave out, because sellers do not declare it. */
export function UncheckedFood({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <p className="mb-6 text-ink-soft">
      Sellers do not declare “{names.join(', ')}”. Please check the ingredients of each item.
    </p>
  )
}

/** The words without the dropped ones, in any case or accent. */
export function keptWords(words: string, dropped: readonly string[]): string {
  const missing = new Set(dropped.flatMap((word) => tokenise(word).map(({ text }) => text)))
  return tokenise(words)
    .filter(({ text }) => !missing.has(text))
    .map(({ start, end }) => words.slice(start, end))
    .join(' ')
}
