/** Calendar files by RFC 5545: CRLF line ends, folding at 75 octets, escaped texts. */

/** A calendar line: a name with its parameters, and a raw value. */
export interface CalendarLine {
  readonly name: string
  readonly value: string
}

/** A TEXT value: commas, semicolons and line breaks are escaped. */
export function textLine(name: string, text: string): CalendarLine {
  return { name, value: escapeText(text) }
}

/** The file of these lines. Control characters in values become spaces, so no value can inject a line. */
export function writeCalendar(lines: readonly CalendarLine[]): string {
  return lines.map(({ name, value }) => `${fold(`${name}:${value}`.replace(/\p{Cc}+/gu, ' '))}\r\n`).join('')
}

function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r\n|[\r\n\u2028\u2029]/g, '\\n')
    .replace(/\p{Cc}/gu, '')
}

const longestOctets = 75

/** Folds between characters, so that a reader that decodes before unfolding gets valid UTF-8. */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = octetsOf(character)
    if (octets + size > longestOctets) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}

function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
