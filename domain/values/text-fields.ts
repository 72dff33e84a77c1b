/** Text in forms, trimmed and measured by the database's rules, so that both accept the same. */
import { z } from 'zod'
import { characters, trimmed } from './written-text.ts'

export { characters }

/** Characters that show nothing without another character: spaces, joiners, variation selectors, tags and invisible characters. */
const blankAlone =
  /\u034f|[\u180b-\u180d\ufe00-\ufe0f]|[\s\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\u{e0000}-\u{e0fff}]/gu
/** Characters that never show. Joiners and variation selectors are not among them, because emoji and some scripts need them. */
const invisible =
  /\u034f|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]/gu

/** Like `private.strip_invisible`: removes invisible characters and direction marks. A text that would show nothing becomes empty. */
function visible(text: string): string {
  return text.replace(blankAlone, '') === '' ? '' : trimmed(text.replace(invisible, ''))
}

/** Text pasted from a table or document may contain tabs. The database refuses control characters. */
export const oneLine = z.string().overwrite((text) => trimmed(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')))

/** A name without invisible characters. */
export const visibleLine = oneLine.overwrite(visible)

/** Text of several lines. PostgreSQL cannot store NUL. */
export const someLines = z.string().overwrite((text) => trimmed(text.replaceAll('\0', '')))
