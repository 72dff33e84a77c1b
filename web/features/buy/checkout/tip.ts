/** Tips for sellers: what a buyer may choose or enter. */
import { toPence } from '#domain/values/money'

/** The amounts to choose from, in pounds as text. */
export const offeredTips = ['1.00', '2.00', '5.00'] as const
export const maximumTipPence = 5000

/** The pence of an entered tip; 0 for an empty text, null for anything but up to £50. */
export function readTip(text: string): number | null {
  const amount = text.trim().replace(/^£\s*/, '')
  if (amount === '') return 0
  if (!/^\d{1,2}(\.\d{1,2})?$/.test(amount)) return null
  const pence = toPence(amount)
  return pence <= maximumTipPence ? pence : null
}
