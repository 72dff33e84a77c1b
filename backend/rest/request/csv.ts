/** Converts a CSV body (RFC 4180) to a JSON array of rows with the names of its first line; NULL is null. */
import { invalidBody } from '../errors.ts'

export interface CsvRows {
  /** A JSON array with an object per line. */
  readonly text: string
  /** Empty without rows. */
  readonly keys: readonly string[]
}

/** PostgreSQL's limit. Every row repeats the names, so long ones would make a small body huge. */
const maxNameBytes = 63
const maxLines = 100_000
/** Limits the JSON of many short cells. It is over six times the largest body and far below V8's longest string. */
const maxTextLength = 64 * 1024 * 1024

/** Line by line, because row objects take many times the memory of their text. @throws RestError PGRST102 */
export function readCsv(body: string): CsvRows {
  const lines = linesOf(body)
  const names = lines.next().value
  if (names === undefined) throw invalidBody('Empty or invalid csv')
  if (names.some((name) => Buffer.byteLength(name) > maxNameBytes)) {
    throw invalidBody(`Column names have at most ${maxNameBytes} bytes`)
  }
  // The last of repeated names wins.
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
      // A trailing comma is followed by an empty cell.
      if (position < text.length) continue
      cells.push('')
    } else position += text.startsWith('\r\n', position) ? 2 : 1
    // Skips empty lines.
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

/** Without a regular expression, which would need memory for every character of a long cell. */
function quotedCell(text: string, start: number): { cell: string; end: number } {
  let close = text.indexOf('"', start + 1)
  while (close !== -1 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2)
  const isEnded = close !== -1 && ['', ',', '\r', '\n'].includes(text.charAt(close + 1))
  if (!isEnded) throw invalidBody('Empty or invalid csv')
  return { cell: text.slice(start + 1, close).replaceAll('""', '"'), end: close + 1 }
}
