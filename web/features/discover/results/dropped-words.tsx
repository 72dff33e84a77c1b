/** Notices above the results: which words nothing matches, and what cannot be left out. */
import { tokenise } from '#domain/search/search-tokens'
import { Notice } from '#ui/notice'

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

/** Says what a search can leave out by its name only, because sellers do not declare it. */
export function UncheckedFood({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <p className="mb-6 text-ink-soft">
      What mentions “{names.join('” or “')}” is left out. Sellers do not declare it, so it is unchecked: please read the
      ingredients of each item.
    </p>
  )
}

/** Says which exclusions were not understood. The allergens that they name are left out. */
export function UnclearExclusions({ parts }: { parts: readonly string[] }) {
  if (parts.length === 0) return null
  return (
    <Notice tone="warning" className="mb-6">
      <strong className="font-semibold">We did not understand what to leave out: “{parts.join('”, “')}”.</strong> Only
      food that is declared free of the allergen in these words is shown. Please write it as “no nuts”, or choose the
      allergen in the filters.
    </Notice>
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
