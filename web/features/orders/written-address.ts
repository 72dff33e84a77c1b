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
  const text = readTexts(kept)
  const town = [text('city'), text('postal_code')].filter(Boolean).join(' ')
  const lines = [...order.map(text), town || null].filter((line) => line !== null)
  return lines.length > 0 ? { lines, phone: text('phone'), instructions: text('instructions') } : null
}

/** Roughly where something is picked up: 'Leeds LS1'. Null where that is not known. */
export function readPickupArea(kept: unknown): string | null {
  const text = readTexts(kept)
  return [text('city'), text('postal_area')].filter(Boolean).join(' ') || null
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
