/** An address as an order keeps it, whatever fields it was kept with. */
const fields = ['full_name', 'address_line1', 'address_line2'] as const

export interface OrderAddress {
  /** As on an envelope. */
  readonly lines: readonly string[]
  readonly phone: string | null
  /** How to find the door, of a pickup place. */
  readonly instructions: string | null
}

/** Null where there is none. */
export function readAddress(json: unknown): OrderAddress | null {
  const text = textReader(json)
  const town = [text('city'), text('postal_code')].filter(Boolean).join(' ')
  const lines = [...fields.map(text), town || null].filter((line) => line !== null)
  return lines.length > 0 ? { lines, phone: text('phone'), instructions: text('instructions') } : null
}

/** Roughly where something is picked up: 'Leeds LS1'. Null where that is not known. */
export function readPickupArea(json: unknown): string | null {
  const text = textReader(json)
  return [text('city'), text('postal_area')].filter(Boolean).join(' ') || null
}

/** Reads a field of what was kept as JSON: its text, null where there is none. */
function textReader(json: unknown): (name: string) => string | null {
  const fields: ReadonlyMap<string, unknown> =
    typeof json === 'object' && json !== null && !Array.isArray(json) ? new Map(Object.entries(json)) : new Map()
  return (name) => {
    const value = fields.get(name)
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
  }
}
