/** CSV by RFC 4180, as spreadsheets write and read it. */

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

/** Spreadsheets with a decimal comma separate cells by semicolons; pasted cells are separated by tabs. */
const separators = [',', ';', '\t'] as const

/**
 * Rows with content, without a byte order mark or blank lines. Reading ends after `maxRows`.
 * @throws CsvError for an unclosed quote, or text after a closing quote
 */
export function parseCsv(text: string, maxRows = Number.POSITIVE_INFINITY): CsvRow[] {
  const source = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(source)
  const rows: CsvRow[] = []
  let at = 0
  let line = 1
  while (at < source.length && rows.length < maxRows) {
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
  /** The end of the field: a separator, a line's end, or the end of the text. */
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
    if (quote === -1) throw new CsvError('A quotation mark is not closed.', line)
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
      throw new CsvError('There is text after a closing quotation mark.', line + breaks)
    }
    return { text, end, breaks }
  }
}

/** The separator that occurs most often in the first line, outside quotes. */
function separatorOf(source: string): string {
  const heading = source.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1)[0] ?? ''
  const count = (separator: string) => heading.split(separator).length
  return separators.reduce((best, separator) => (count(separator) > count(best) ? separator : best))
}

/**
 * A cell that a spreadsheet would evaluate as a formula, unlike a plain number. Some locales also evaluate full-width
 * characters. Leading apostrophes are part of the match, so that the added one can be told apart.
 */
const formula = /^'*[=+\-@＝＋－＠\t\r\n]/
const plainNumber = /^[+-]?\d+(\.\d+)?$/

/** The start of a file: the byte order mark by which spreadsheets recognise UTF-8. */
export const csvStart = '\uFEFF'

/** With an apostrophe before formulas. */
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

/** The cell without the apostrophe that `writeCsv` added. */
export function readCellText(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}
