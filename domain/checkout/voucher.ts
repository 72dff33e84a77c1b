/** Gift vouchers: their codes, what they offer, and what they pay of an order, as the database computes it (`private.use_vouchers`). */

export const maximumVouchers = 5
/** Cards pay at least this much. */
const minimumCardPence = 30

/** A code as the database writes it, GV-XXXX-XXXX-XXXX-XXXX, however it was typed. Null for another text. */
export function voucherCode(typed: string): string | null {
  // Crockford's alphabet has no letters that look like digits.
  const text = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]+/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0')
  if (!/^GV[0-9A-HJKMNP-TV-Z]{16}$/.test(text)) return null
  return ['GV', ...(text.slice(2).match(/.{4}/g) ?? [])].join('-')
}

/** What is left of a voucher. */
export interface VoucherBalance {
  readonly balancePence: number
  /** The last day. */
  readonly expiresOn: string
}

export interface VoucherPart {
  /** What vouchers may pay: food and delivery, without a tip. */
  readonly duePence: number
  readonly vouchers: readonly VoucherBalance[]
}

/** What vouchers pay of a checkout. @param totalPence everything, with tips */
export function paidByVouchers(parts: readonly VoucherPart[], totalPence: number): number {
  const uses = parts.flatMap(usesOf)
  const paid = uses.reduce((sum, pence) => sum + pence, 0)
  const rest = totalPence - paid
  const short = rest > 0 && rest < minimumCardPence ? minimumCardPence - rest : 0
  return uses.some((pence) => pence > short) ? paid - short : paid
}

/** The one that expires first is used first. */
function usesOf({ duePence, vouchers }: VoucherPart): number[] {
  let due = duePence
  return vouchers
    .toSorted((a, b) => a.expiresOn.localeCompare(b.expiresOn))
    .map(({ balancePence }) => {
      const pence = Math.min(due, balancePence)
      due -= pence
      return pence
    })
}
