/** A shopper's words as the database looks for them. */

/** Longer than any product is called; what is beyond it cannot narrow a search. */
const longestText = 200

/**
 * A regular expression that finds exactly this text in `products.search_text`, which is lower case and without accents. A pattern of
 * LIKE would not do: PostgREST reads `*` as its wildcard and leaves no way to ask for a real one.
 */
export function searchPattern(text: string): string {
  return searchedText(text)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')
}

/** The part of what was typed that is searched for. */
export function searchedText(typed: string): string {
  return Array.from(typed.replace(/[\s\p{Cc}]+/gu, ' ').trim())
    .slice(0, longestText)
    .join('')
}
