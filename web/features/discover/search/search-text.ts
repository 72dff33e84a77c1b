/** The text of a search, and the address of its results. */

/** Longer than any product name; more text cannot narrow a search. */
const maxLength = 200

export function normaliseSearchText(typed: string): string {
  return Array.from(typed.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim())
    .slice(0, maxLength)
    .join('')
}

export function searchUrl(text: string): string {
  return `/search?q=${encodeURIComponent(text)}`
}
