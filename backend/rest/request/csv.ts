/** Writes a CSV body (RFC 4180) as a JSON array of rows by the names in its first line; a cell that says NULL is null. */
import { invalidBody } from '../errors.ts'

export interface CsvRows {
  /** A JSON array, one object a line. */
  readonly text: string
  /** None where there are no rows. */
  readonly keys: readonly string[]
}

/** As long as PostgreSQL's names can be: every line repeats them, so that a long one would make a small body a huge one. */
const maxNameBytes = 63
const maxLines = 100_000
/** Short cells under long names grow too: a body of ours is a tenth of this, and V8 holds no string of eight times as much. */
const maxTextLength = 64 * 1024 * 1024

/** Line by line, since a heap of rows is many times their text. @throws RestError PGRST102 */
export function readCsv(body: string): CsvRows {
  const lines = linesOf(body)
  const names = lines.next().value
  if (names === undefined) throw invalidBody('Empty or invalid csv')
  if (names.some((name) => Buffer.byteLength(name) > maxNameBytes)) {
    throw invalidBody(`Column names have at most ${maxNameBytes} bytes`)
  }
  // Of a name that stands there twice the last counts.
  const columns = new Map(names.map((name, index) => [name, index]))
  const labelled = [...columns].map(([name, index]) => [`${JSON.stringify(name)}:`, index] as const)
  const rows: string[] = []
  let length = 0
  for (const cells of lines) {
    if (cells.length !== names.length) throw invalidBody('All lines must have same number of fields')
    if (rows.length === maxLines) throw invalidBody(`A CSV body has at most ${maxLines} lines`)
    const row = `{${labelled.map(([label, index]) => label + jsonOf(cells[index])).join(',')}}`
    length += row.length
    if (length > maxTextLength) throw invalidBody('The CSV body is too large')
    rows.push(row)
  }
  return { text: `[${rows.join(',')}]`, keys: rows.length === 0 ? [] : [...columns.keys()] }
}

const jsonOf = (cell = '') => (cell === 'NULL' ? 'null' : JSON.stringify(cell))

function* linesOf(text: string): Generator<string[], undefined> {
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
    if (cells.length > 1 || cells[0] !== '') yield cells
    cells = []
  }
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
