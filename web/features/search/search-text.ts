/** Normalises the text of a search. */

/** Longer than any product name; more text cannot narrow a search. */
const maxLength = 200

export function normaliseSearchText(typed: string): string {
  return Array.from(typed.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim())
    .slice(0, maxLength)
    .join('')
}
