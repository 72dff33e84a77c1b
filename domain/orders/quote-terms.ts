/** The terms of a quote: what its price covers, and the seller's note. The conversation and its order keep them. */
import { isRecord } from '../values/is-record.ts'
import { formatPence, toPence } from '../values/money.ts'

export const maxQuoteLines = 30
export const maxQuoteLineLength = 120
export const maxQuoteNoteLength = 2000
/** What an order can be placed for: card payments start at 30p, and delivery comes on top. */
export const minQuotePence = 30
export const maxQuotePence = 9_900_000

export interface QuoteLine {
  readonly text: string
  readonly quantity: number
  /** The price of one. */
  readonly pricePence: number
}

/** Reads JSON of the database. Skips lines of another form. */
export function readQuoteLines(json: unknown): readonly QuoteLine[] {
  if (!Array.isArray(json)) return []
  return json.flatMap((line: unknown): QuoteLine[] => {
    if (!isRecord(line)) return []
    const { text, quantity, price } = line
    if (typeof text !== 'string' || typeof quantity !== 'number' || typeof price !== 'number') return []
    return [{ text, quantity, pricePence: toPence(price) }]
  })
}

export interface QuoteTerms {
  readonly lines: readonly QuoteLine[]
  readonly note: string
}

/** The terms that an order has kept: `{ lines, note }`, each optional. */
export function readQuoteTerms(json: unknown): QuoteTerms {
  const { lines, note }: Readonly<Record<string, unknown>> = isRecord(json) ? json : {}
  return { lines: readQuoteLines(lines), note: typeof note === 'string' ? note : '' }
}

/** '12 × Sugar flower: £15.00' */
export function quoteLineText({ text, quantity, pricePence }: QuoteLine): string {
  return `${quantity} × ${text}: ${formatPence(quantity * pricePence)}`
}

/** A deposit as entered: '30 %' of the price, or '50' pounds. Null for none; undefined for another text. */
export function readDeposit(text: string): { percent: number } | { amount: number } | null | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const percent = /^(\d{1,2})\s*%$/.exec(trimmed)?.[1]
  if (percent !== undefined) return Number(percent) > 0 ? { percent: Number(percent) } : undefined
  const amount = /^£?\s*(\d{1,5}(?:\.\d{1,2})?)$/.exec(trimmed)?.[1]
  return amount === undefined ? undefined : { amount: Number(amount) }
}

interface EnteredLine {
  readonly quantity: string
  readonly price: string
}

/** The sum of lines while they are being entered. Null until all are complete. */
export function enteredTotalPence(lines: readonly EnteredLine[]): number | null {
  return lines.reduce((sum: number | null, { quantity, price }) => {
    const isComplete = /^\s*\d{0,4}\s*$/.test(quantity) && /^\s*\d{1,5}(\.\d{1,2})?\s*$/.test(price)
    return sum !== null && isComplete ? sum + Number(quantity.trim() || 1) * toPence(price) : null
  }, 0)
}
