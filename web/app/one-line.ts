/** Text of sellers as one clean line, for places that show a line. */

/** At most `longest` characters, cut between words where it has any, ending in an ellipsis where it was cut. */
export function oneLine(text: string, maxLength: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= maxLength) return line
  const head = line.slice(0, maxLength - 1)
  // A cut right before a space is between words already.
  const end = line[maxLength - 1] === ' ' ? head.length : head.lastIndexOf(' ')
  // A single word without end is cut where it is, but never through a character of two units.
  const cut = end > 0 ? head.slice(0, end) : head.replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.replace(/[\s.,;:!?–-]+$/, '')}…`
}
