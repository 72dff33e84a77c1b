/** Text of sellers as one clean line, for places that show a line. */

/** At most `longest` characters, cut between words where it has any, ending in an ellipsis where it was cut. */
export function oneLine(text: string, longest: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= longest) return line
  const room = line.slice(0, longest - 1)
  // A cut right before a space is between words already.
  const end = line[longest - 1] === ' ' ? room.length : room.lastIndexOf(' ')
  // A single word without end is cut where it is, but never through a character of two units.
  const cut = end > 0 ? room.slice(0, end) : room.replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.replace(/[\s.,;:!?–-]+$/, '')}…`
}
