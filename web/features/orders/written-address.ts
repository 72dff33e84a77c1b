/** An address as an order keeps it, whatever fields it was kept with. */
import type { PickupPlace } from '#domain/pickup-calendar'

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
  const text = readTexts(kept)
  const town = [text('city'), text('postal_code')].filter(Boolean).join(' ')
  const lines = [...order.map(text), town || null].filter((line) => line !== null)
  return lines.length > 0 ? { lines, phone: text('phone'), instructions: text('instructions') } : null
}

/** For a calendar; null where it is not said in full. */
export function readPickupPlace(kept: unknown): PickupPlace | null {
  const text = readTexts(kept)
  const [address_line1, city, postal_code] = [text('address_line1'), text('city'), text('postal_code')]
  if (address_line1 === null || city === null || postal_code === null) return null
  return { address_line1, address_line2: text('address_line2'), city, postal_code, instructions: text('instructions') }
}

/** Reads a field of what was kept as JSON: its text, null where there is none. */
function readTexts(kept: unknown): (name: string) => string | null {
  const fields: ReadonlyMap<string, unknown> =
    typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? new Map(Object.entries(kept)) : new Map()
  return (name) => {
    const value = fields.get(name)
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
  }
}
