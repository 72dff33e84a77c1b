/** Reads an address stored with an order. Its fields differ between versions. */
const fields = ['full_name', 'address_line1', 'address_line2'] as const

export interface OrderAddress {
  /** The lines of an envelope. */
  readonly lines: readonly string[]
  /** How to find the pickup place. */
  readonly instructions: string | null
}

/** Null without an address. */
export function readAddress(json: unknown): OrderAddress | null {
  const text = textReader(json)
  const town = [text('city'), text('postal_code')].filter(Boolean).join(' ')
  const lines = [...fields.map(text), town || null].filter((line) => line !== null)
  return lines.length > 0 ? { lines, instructions: text('instructions') } : null
}

/** The approximate pickup place, such as 'Leeds LS1'; null if unknown. */
export function readPickupArea(json: unknown): string | null {
  const text = textReader(json)
  return [text('city'), text('postal_area')].filter(Boolean).join(' ') || null
}

function textReader(json: unknown): (name: string) => string | null {
  const fields: ReadonlyMap<string, unknown> =
    typeof json === 'object' && json !== null && !Array.isArray(json) ? new Map(Object.entries(json)) : new Map()
  return (name) => {
    const value = fields.get(name)
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
  }
}
