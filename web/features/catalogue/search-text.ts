/** The part of what was typed that is searched for. */

/** Longer than any product is called; what is beyond it cannot narrow a search. */
const maxLength = 200

export function normaliseSearchText(typed: string): string {
  return Array.from(typed.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim())
    .slice(0, maxLength)
    .join('')
}
