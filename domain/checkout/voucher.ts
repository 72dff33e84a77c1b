/** Gift vouchers: their codes, and what is left of one. */

export const maximumVouchers = 5

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
