/** Shortens a seller's text to a single line. */

/** Truncates to `maxLength` characters with an ellipsis, between words where possible. */
export function truncatedLine(text: string, maxLength: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= maxLength) return line
  const head = line.slice(0, maxLength - 1)
  // A cut right before a space is already between words.
  const end = line[maxLength - 1] === ' ' ? head.length : head.lastIndexOf(' ')
  // A single long word is cut inside, but never through a surrogate pair.
  const cut = end > 0 ? head.slice(0, end) : head.replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.replace(/[\s.,;:!?–-]+$/, '')}…`
}
