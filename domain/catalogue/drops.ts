/** The state of a drop, and what it sells, as its times and its stock say. */
import { dayAndTime } from '../values/calendar.ts'

export type DropState = 'draft' | 'announced' | 'open' | 'sold-out' | 'closed'

export interface DropTimes {
  readonly is_published: boolean
  readonly opens_at: string
  readonly cut_off: string
}

export interface DropStock {
  readonly stock: number
  readonly taken: number
}

export const unitsLeft = (items: readonly DropStock[]) => items.reduce((sum, item) => sum + item.stock - item.taken, 0)

export function dropState(drop: DropTimes, items: readonly DropStock[], now: Date): DropState {
  if (!drop.is_published) return 'draft'
  if (now >= new Date(drop.cut_off)) return 'closed'
  if (now < new Date(drop.opens_at)) return 'announced'
  return unitsLeft(items) > 0 ? 'open' : 'sold-out'
}

export const dropStateLabels: Readonly<Record<DropState, string>> = {
  draft: 'Draft',
  announced: 'Opening soon',
  open: 'Open now',
  'sold-out': 'Sold out',
  closed: 'Closed',
}

/** 'Opens Saturday 28 November at 10:00', or until when it takes orders. */
export function dropLine(drop: DropTimes, now: Date): string {
  return now < new Date(drop.opens_at)
    ? `Opens ${dayAndTime(drop.opens_at)}`
    : `Order until ${dayAndTime(drop.cut_off)}`
}

/** '2 days 3 h', '3 h 12 min' or '4 min 09 s' until an instant. */
export function countdown(instant: string, now: Date): string {
  const seconds = Math.max(0, Math.ceil((new Date(instant).getTime() - now.getTime()) / 1000))
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'} ${hours % 24} h`
  if (hours > 0) return `${hours} h ${minutes % 60} min`
  return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`
}

/** An item of a drop beside its product, as the table API embeds it. */
export interface EmbeddedDropItem extends DropStock {
  readonly drop: DropTimes & {
    readonly id: string
    readonly title: string
    readonly slots: readonly { readonly fulfilment: string }[]
  }
}

/** The drop that sells a product now or next: as `private.current_drop_item` finds it. */
export function currentDrop<Item extends EmbeddedDropItem>(items: readonly Item[], now: Date): Item | null {
  const current = items.filter(({ drop }) => drop.is_published && now < new Date(drop.cut_off))
  return current.sort((one, other) => one.drop.opens_at.localeCompare(other.drop.opens_at))[0] ?? null
}

export interface ProductInDrops {
  readonly stock: number
  readonly is_made_to_order: boolean
  readonly available_for_pickup: boolean
  readonly available_for_delivery: boolean
  readonly drop_items: readonly EmbeddedDropItem[]
}

/** A product with the stock and the fulfilments of the drop that sells it, as `private.as_sold`: none left before the opening. */
export function asSold<Product extends ProductInDrops>(product: Product, now: Date) {
  const item = currentDrop(product.drop_items, now)
  if (!item) return { ...product, drop: null }
  const { drop } = item
  const isHandedOverBy = (wanted: string) => drop.slots.some(({ fulfilment }) => fulfilment === wanted)
  return {
    ...product,
    drop,
    is_made_to_order: false,
    stock: now >= new Date(drop.opens_at) ? item.stock - item.taken : 0,
    available_for_pickup: product.available_for_pickup && isHandedOverBy('pickup'),
    available_for_delivery: product.available_for_delivery && isHandedOverBy('delivery'),
  }
}
