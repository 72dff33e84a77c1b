/** Money: integer pence in every calculation, pounds with two decimals on screens and in the database. */

/** An amount in the database's forms: numeric(10,2) as JSON (12.5) or as text ('12.50'). */
export type Pounds = number | string

const amountPattern = /^(-?)(\d+)(?:\.(\d{1,2}))?$/

/**
 * Pence of an amount from the database or a form.
 * @throws RangeError for anything but pounds with at most two decimals
 */
export function toPence(pounds: Pounds): number {
  // toFixed restores a JSON number's two decimals exactly, and text is parsed by digits. No float is multiplied.
  const text = typeof pounds === 'number' ? pounds.toFixed(2) : pounds.trim()
  const match = amountPattern.exec(text)
  if (!match) throw new RangeError(`not an amount in pounds: ${text}`)
  const [, sign, whole = '', decimals = ''] = match
  const pence = Number(whole + decimals.padEnd(2, '0'))
  if (!Number.isSafeInteger(pence)) throw new RangeError(`too large an amount: ${text}`)
  return sign === '-' && pence !== 0 ? -pence : pence
}

function digits(pence: number, group: (whole: string) => string): string {
  if (!Number.isSafeInteger(pence)) throw new RangeError(`not an amount in pence: ${pence}`)
  const text = String(Math.abs(pence)).padStart(3, '0')
  return `${group(text.slice(0, -2))}.${text.slice(-2)}`
}

/** '12.50', as numeric(10,2) accepts it. */
export function toPounds(pence: number): string {
  return (pence < 0 ? '-' : '') + digits(pence, (whole) => whole)
}

/** As toPounds, of an amount in pounds, for forms and files. */
export function poundsText(pounds: Pounds): string {
  return toPounds(toPence(pounds))
}

/** '£12.50', '£1,250.00', '-£2.00'. */
export function formatPence(pence: number): string {
  return `${pence < 0 ? '-' : ''}£${digits(pence, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))}`
}

/** As formatPence, of an amount in pounds. */
export function formatPounds(pounds: Pounds): string {
  return formatPence(toPence(pounds))
}

/** '£40', but '£39.50'. */
export function shortPence(pence: number): string {
  return formatPence(pence).replace(/\.00$/, '')
}
