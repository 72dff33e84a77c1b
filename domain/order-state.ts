/** The states of an order in the words people read, and what its number looks like. */

export type OrderTone = 'neutral' | 'honey' | 'sky' | 'leaf' | 'alarm'

const states: Readonly<Record<string, { label: string; tone: OrderTone }>> = {
  'pending payment': { label: 'Pending payment', tone: 'neutral' },
  processing: { label: 'Processing', tone: 'honey' },
  shipped: { label: 'Shipped', tone: 'sky' },
  ready: { label: 'Ready for pickup', tone: 'sky' },
  delivered: { label: 'Delivered', tone: 'leaf' },
  cancelled: { label: 'Cancelled', tone: 'alarm' },
}

/** Compared case-insensitively; a state nobody knows is shown as it is, neutrally. */
export function orderState(status: string): { label: string; tone: OrderTone } {
  return states[status.toLowerCase()] ?? { label: status, tone: 'neutral' }
}

/** Order ids are shown as their first 8 characters. */
export function orderNumber(id: string): string {
  return id.slice(0, 8)
}
