/** The VAT contained in sales. Prices include it. A rate is 0 or 20; null before the shop was registered. */

export interface VatLine {
  readonly pence: number
  readonly rate: number | null
}

export function vatIn(pence: number, rate: number | null): number {
  return rate === null ? 0 : Math.round((pence * rate) / (100 + rate))
}

/**
 * The VAT of an order. Its lines are scaled to what was paid for them, and its delivery follows the food in proportion.
 * @returns null if the shop was not registered
 */
export function vatOfOrder(lines: readonly VatLine[], foodPence: number, deliveryPence: number): number | null {
  if (lines.every(({ rate }) => rate === null)) return null
  const listed = lines.reduce((sum, { pence }) => sum + pence, 0)
  if (listed === 0) return 0
  const scale = (foodPence + deliveryPence) / listed
  return Math.round(
    lines.reduce((sum, { pence, rate }) => sum + (pence * scale * (rate ?? 0)) / (100 + (rate ?? 0)), 0),
  )
}
