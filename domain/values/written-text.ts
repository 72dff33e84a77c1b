/** User text, trimmed and measured as the database does. */

/** White space by `private.trimmed`, which removes more than trim() does. */
const space = /[\s\u0085\u200b]/

/** By character, because a regular expression for trailing white space takes quadratic time on a long run of it. */
export function trimmed(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && space.test(text.charAt(start))) start += 1
  while (end > start && space.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** Counts like char_length(): an emoji is one character, while `length` counts two. */
export function characters(text: string): number {
  return [...text].length
}
