/** Calendar files by RFC 5545: lines that end in CRLF, are folded at 75 octets, and whose texts cannot become anything else. */

/** One line of a calendar: a name with its parameters, and a value that is written as it is. */
export interface CalendarLine {
  readonly name: string
  readonly value: string
}

/** A value of the type TEXT: commas, semicolons and line breaks in it stay part of it. */
export function textLine(name: string, text: string): CalendarLine {
  return { name, value: escapeText(text) }
}

/** The file of these lines. Whatever a value holds, it begins no line of its own. */
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

/** Between characters, never within one, so that what reads the line before unfolding it still reads UTF-8. */
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
