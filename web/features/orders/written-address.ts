/** An address as an order keeps it, whatever fields it was kept with. */

const order = ['full_name', 'address_line1', 'address_line2'] as const

export interface WrittenAddress {
  /** As on an envelope. */
  readonly lines: readonly string[]
  readonly phone: string | null
  /** How to find the door, of a pickup place. */
  readonly instructions: string | null
}

/** Null where there is none. */
export function readAddress(kept: unknown): WrittenAddress | null {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return null
  const fields: ReadonlyMap<string, unknown> = new Map(Object.entries(kept))
  const text = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
  }
  const town = [text('city'), text('postal_code')].filter(Boolean).join(' ')
  const lines = [...order.map(text), town || null].filter((line) => line !== null)
  return lines.length > 0 ? { lines, phone: text('phone'), instructions: text('instructions') } : null
}
