/** Tables as text by RFC 4180, as spreadsheets write and read them. */

export interface CsvRow {
  /** The line of the file on which the row begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

export class CsvError extends Error {
  override name = 'CsvError'
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

/** Spreadsheets of countries that write 1,50 part cells by semicolons; what is pasted from one comes with tabs. */
const separators = [',', ';', '\t'] as const

/**
 * Rows with anything in them; a byte order mark and blank lines are left out. Reading ends after `mostRows`.
 * @throws CsvError for a quote that is never closed, or text after a closed one
 */
export function parseCsv(text: string, mostRows = Number.POSITIVE_INFINITY): CsvRow[] {
  const source = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(source)
  const rows: CsvRow[] = []
  let at = 0
  let line = 1
  while (at < source.length && rows.length < mostRows) {
    const start = line
    const cells: string[] = []
    let ended = false
    while (!ended) {
      const cell = readCell(source, at, line, separator)
      cells.push(cell.text)
      line += cell.breaks
      at = cell.end
      if (source[at] === separator) at += 1
      else ended = true
    }
    if (at < source.length) {
      at += source.startsWith('\r\n', at) ? 2 : 1
      line += 1
    }
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line: start, cells })
  }
  return rows
}

interface Cell {
  readonly text: string
  /** Where what ends it stands: a separator, a line's end, or the end of the text. */
  readonly end: number
  /** Line breaks inside it. */
  readonly breaks: number
}

function readCell(source: string, start: number, line: number, separator: string): Cell {
  if (source[start] === '"') return readQuoted(source, start, line, separator)
  let end = start
  while (end < source.length && source[end] !== separator && source[end] !== '\n' && source[end] !== '\r') end += 1
  return { text: source.slice(start, end), end, breaks: 0 }
}

function readQuoted(source: string, start: number, line: number, separator: string): Cell {
  let text = ''
  let from = start + 1
  for (;;) {
    const quote = source.indexOf('"', from)
    if (quote === -1) throw new CsvError('A quote is opened and never closed.', line)
    text += source.slice(from, quote)
    if (source[quote + 1] === '"') {
      text += '"'
      from = quote + 2
      continue
    }
    const end = quote + 1
    const breaks = text.match(/\r\n|\r|\n/g)?.length ?? 0
    const next = source[end]
    if (next !== undefined && next !== separator && next !== '\n' && next !== '\r') {
      throw new CsvError('There is text after a closing quote.', line + breaks)
    }
    return { text, end, breaks }
  }
}

/** The one that the first line has most of, outside quotes. */
function separatorOf(source: string): string {
  const heading = source.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1)[0] ?? ''
  const count = (separator: string) => heading.split(separator).length
  return separators.reduce((best, separator) => (count(separator) > count(best) ? separator : best))
}

/** What a spreadsheet would take for a formula; a plain number is none. Apostrophes before it are kept apart from the one put there. */
const formula = /^'*[=+\-@\t\r\n]/
const plainNumber = /^[+-]?\d+(\.\d+)?$/

/** Stands at the beginning of a file: by the byte order mark spreadsheets know UTF-8. */
export const csvStart = '\uFEFF'

/** With an apostrophe before what spreadsheets would otherwise compute. */
export function writeCsvRow(cells: readonly string[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`
}

export function writeCsv(rows: readonly (readonly string[])[]): string {
  return csvStart + rows.map(writeCsvRow).join('')
}

function writeCell(text: string): string {
  const harmless = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return /[",;\t\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** The cell as it was before `writeCsv` made it harmless. */
export function readCellText(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}
