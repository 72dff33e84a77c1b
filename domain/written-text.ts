/** What people write, trimmed and measured as the database does it. */

/** What `private.trimmed` takes for white space: more than trim() does. */
const space = /[\s\u0085\u200b]/

/** Character by character: an expression that looks for white space before the end takes for ever in a long text full of it. */
export function trimmed(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && space.test(text.charAt(start))) start += 1
  while (end > start && space.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** As char_length() counts: an emoji is one, where `length` says two. */
export function characters(text: string): number {
  return [...text].length
}
