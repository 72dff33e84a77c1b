/** A day's orders by product: what to make, and what is finished. */

export interface PrepLine {
  readonly name: string
  readonly variation: string | null
  readonly product_id: string | null
  readonly quantity: number
}

export interface PrepOrder {
  readonly status: string
  readonly items: readonly PrepLine[]
}

export interface PrepTotal {
  readonly key: string
  readonly name: string
  readonly variation: string | null
  readonly toMake: number
  readonly made: number
}

/** Sorted by name, then variation. A product renamed between two orders is listed under both names. */
export function prepTotals(orders: readonly PrepOrder[]): readonly PrepTotal[] {
  const totals = new Map<string, PrepTotal>()
  for (const { status, items } of orders) {
    for (const { product_id: product, name, variation, quantity } of items) {
      const key = JSON.stringify([product, name, variation])
      const { toMake, made } = totals.get(key) ?? { toMake: 0, made: 0 }
      const isToMake = status === 'processing'
      totals.set(key, {
        key,
        name,
        variation,
        toMake: toMake + (isToMake ? quantity : 0),
        made: made + (isToMake ? 0 : quantity),
      })
    }
  }
  return [...totals.values()].sort(
    (one, other) =>
      one.name.localeCompare(other.name, 'en') || (one.variation ?? '').localeCompare(other.variation ?? '', 'en'),
  )
}
