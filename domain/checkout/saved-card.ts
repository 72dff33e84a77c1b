/** Saved cards, as their owner sees them. */
import { londonTime } from '../values/calendar.ts'

export interface CardExpiry {
  readonly exp_month: number
  readonly exp_year: number
}

/** A card is valid to the end of its last month. */
export function isExpired({ exp_month: month, exp_year: year }: CardExpiry, now: Date): boolean {
  return londonTime(now).date.slice(0, 7) > `${year}-${String(month).padStart(2, '0')}`
}

const brandNames: Readonly<Record<string, string>> = {
  amex: 'Amex',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

/** Such as `Visa ···· 4242`. */
export function cardName({ brand, last4 }: { readonly brand: string; readonly last4: string }): string {
  return `${brandNames[brand] ?? 'Card'} ···· ${last4}`
}

/** Such as `08/28`. */
export function expiryText({ exp_month: month, exp_year: year }: CardExpiry): string {
  return `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`
}
