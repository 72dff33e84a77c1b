/** Text in forms, tidied and measured as the database does it: neither refuses what the other takes. */
import { z } from 'zod'
import { characters, trimmed } from '../written-text.ts'

export { characters }

const showsNothing =
  /\u034f|[\u180b-\u180d\ufe00-\ufe0f]|[\s\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\u{e0000}-\u{e0fff}]/gu
const invisible =
  /\u034f|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]/gu

/** As `private.visible` leaves it: without what cannot be seen and what turns the text around it. */
function visible(text: string): string {
  return text.replace(showsNothing, '') === '' ? '' : trimmed(text.replace(invisible, ''))
}

/** A line that came out of a table or a document may have tabs in it: no control character passes the database. */
export const oneLine = z.string().overwrite((text) => trimmed(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')))

/** A name is what it looks like. */
export const visibleLine = oneLine.overwrite(visible)

/** Text of several lines. PostgreSQL keeps no NUL. */
export const someLines = z.string().overwrite((text) => trimmed(text.replaceAll('\0', '')))
