/** Text in forms, tidied and measured as the database does it: neither refuses what the other takes. */
import { z } from 'zod'

/** What `private.trimmed` takes for white space: more than trim() does. */
const space = '[\\s\\u0085\\u200b]+'
const around = new RegExp(`^${space}|${space}$`, 'g')

function trimmed(text: string): string {
  return text.replace(around, '')
}

/** As char_length() counts: an emoji is one, where `length` says two. */
export function characters(text: string): number {
  return [...text].length
}

/** A line that came out of a table or a document may have tabs in it: no control character passes the database. */
export const oneLine = z.string().overwrite((text) => trimmed(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')))

/** Text of several lines. PostgreSQL keeps no NUL. */
export const someLines = z.string().overwrite((text) => trimmed(text.replaceAll('\0', '')))
