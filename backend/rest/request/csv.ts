/** Reads a CSV body (RFC 4180) as rows by the names in its first line; a cell that says NULL is null. */
import { invalidBody } from '../errors.ts'

/** @throws RestError PGRST102 */
export function parseCsv(text: string): Record<string, string | null>[] {
  const [names, ...lines] = parseLines(text)
  if (names === undefined) throw invalidBody('Empty or invalid csv')
  return lines.map((cells) => {
    if (cells.length !== names.length) throw invalidBody('All lines must have same number of fields')
    // From entries, since an assignment to "__proto__" would set no key at all.
    return Object.fromEntries(cells.map((cell, index) => [names[index], cell === 'NULL' ? null : cell]))
  })
}

function parseLines(text: string): string[][] {
  const lines: string[][] = []
  let cells: string[] = []
  let position = 0
  while (position < text.length) {
    const { cell, end } = text.charAt(position) === '"' ? quotedCell(text, position) : plainCell(text, position)
    cells.push(cell)
    position = end
    const isLineEnd = text.charAt(position) !== ','
    if (!isLineEnd) {
      position += 1
      // A comma at the very end is followed by an empty cell.
      if (position < text.length) continue
      cells.push('')
    } else position += text.startsWith('\r\n', position) ? 2 : 1
    // A line with nothing in it is none.
    if (cells.length > 1 || cells[0] !== '') lines.push(cells)
    cells = []
  }
  return lines
}

const plain = /[^,\r\n]*/y

function plainCell(text: string, start: number): { cell: string; end: number } {
  plain.lastIndex = start
  const cell = plain.exec(text)?.[0] ?? ''
  if (cell.includes('"')) throw invalidBody('Empty or invalid csv')
  return { cell, end: start + cell.length }
}

/** Without a pattern: one that repeats a choice needs memory for every letter of a long cell. */
function quotedCell(text: string, start: number): { cell: string; end: number } {
  let close = text.indexOf('"', start + 1)
  while (close !== -1 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2)
  const isEnded = close !== -1 && ['', ',', '\r', '\n'].includes(text.charAt(close + 1))
  if (!isEnded) throw invalidBody('Empty or invalid csv')
  return { cell: text.slice(start + 1, close).replaceAll('""', '"'), end: close + 1 }
}
