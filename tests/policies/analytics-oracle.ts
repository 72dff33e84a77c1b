/** A reference implementation of seller_analytics in TypeScript, computed from the orders. */
import { addDays, dayOfWeek, londonTime } from '#domain/values/calendar'

export interface SoldOrder {
  readonly id: string
  readonly shop: string
  /** Null once the account is deleted. */
  readonly buyer: string | null
  /** Null while unpaid. */
  readonly paidAt: Date | null
  readonly isCancelled: boolean
  readonly deliveryPence: number
  /** Refunds that reached the buyer. */
  readonly refundedPence: number
  readonly lines: readonly SoldLine[]
}

interface SoldLine {
  readonly product: string
  readonly name: string
  readonly pricePence: number
  readonly quantity: number
}

export interface ProductView {
  readonly shop: string
  readonly product: string
  readonly day: string
  readonly views: number
}

/** Sessions that opened a shop on a day. */
export interface ShopVisits {
  readonly shop: string
  readonly day: string
  readonly visits: number
}

export interface SalesHistory {
  readonly orders: readonly SoldOrder[]
  readonly shopVisits: readonly ShopVisits[]
  /** Products that still exist. */
  readonly productViews: readonly ProductView[]
  /** Products that still exist, with their current names. */
  readonly names: ReadonlyMap<string, string>
}

export type Bucket = 'day' | 'week' | 'month'

export interface AnalyticsRequest {
  readonly shop: string
  readonly from: string
  readonly to: string
  readonly bucket: Bucket
}

interface Span {
  readonly from: string
  readonly to: string
}

export function analyticsOf(history: SalesHistory, { shop, from, to, bucket }: AnalyticsRequest) {
  const days = daysBetween(from, to).length
  const paid = history.orders.filter((order) => order.shop === shop && order.paidAt !== null)
  const productViews = history.productViews.filter((view) => view.shop === shop)
  const shopVisits = history.shopVisits.filter((visit) => visit.shop === shop)
  const figures = (span: Span) => ({ ...span, ...figuresOf(paid, shopVisits, span) })
  return {
    from,
    to,
    bucket,
    totals: figures({ from, to }),
    previous: figures({ from: addDays(from, -days), to: addDays(from, -1) }),
    buckets: spans(from, to, bucket).map(figures),
    products: productsOf(history, paid, productViews, { from, to }),
    first_sale: paid.map(dayOf).sort()[0] ?? null,
  }
}

const daysPaid = new WeakMap<SoldOrder, string>()

/** Cached, as a test calls it a hundred thousand times. */
function dayOf(order: SoldOrder): string {
  const day = daysPaid.get(order) ?? (order.paidAt ? londonTime(order.paidAt).date : '')
  daysPaid.set(order, day)
  return day
}

const within =
  ({ from, to }: Span) =>
  (day: string) =>
    day >= from && day <= to
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const goodsPence = (lines: readonly SoldLine[]) => sum(lines.map(({ pricePence, quantity }) => pricePence * quantity))

/** Two buyers at the same instant: either may count as the first, but not both. */
function firstOf(paid: readonly SoldOrder[], buyer: string | null): SoldOrder | undefined {
  const own = paid.filter((order) => order.buyer === buyer)
  return own.reduce<SoldOrder | undefined>(
    (first, order) => (first && Number(first.paidAt) <= Number(order.paidAt) ? first : order),
    undefined,
  )
}

function figuresOf(paid: readonly SoldOrder[], shopVisits: readonly ShopVisits[], span: Span) {
  const isWithin = within(span)
  const orders = paid.filter((order) => isWithin(dayOf(order)))
  const revenue = sum(orders.map(({ lines, deliveryPence }) => goodsPence(lines) + deliveryPence))
  const refunds = sum(orders.map(({ refundedPence }) => refundedPence))
  const isFirst = (order: SoldOrder) => firstOf(paid, order.buyer) === order
  const known = orders.filter(({ buyer }) => buyer !== null)
  const distinctBuyers = (some: readonly SoldOrder[]) => new Set(some.map(({ buyer }) => buyer)).size
  const buyers = distinctBuyers(known)
  const repeatBuyers = distinctBuyers(known.filter((order) => !isFirst(order)))
  return {
    revenue: revenue / 100,
    refunds: refunds / 100,
    net: (revenue - refunds) / 100,
    orders: orders.length,
    cancelled: orders.filter(({ isCancelled }) => isCancelled).length,
    average_basket: ratio(revenue, orders.length, 0, 100),
    buyers,
    new_buyers: distinctBuyers(known.filter(isFirst)),
    repeat_buyers: repeatBuyers,
    repeat_rate: ratio(repeatBuyers, buyers),
    ...visitsOf(known, shopVisits, span),
  }
}

/** A buyer of a day has visited the shop on it. */
function visitsOf(known: readonly SoldOrder[], shopVisits: readonly ShopVisits[], span: Span) {
  const days = daysBetween(span.from, span.to).map((day) => {
    const ordering = new Set(known.filter((order) => dayOf(order) === day).map(({ buyer }) => buyer)).size
    const counted = sum(shopVisits.filter((each) => each.day === day).map(({ visits }) => visits))
    return { ordering, visits: Math.max(counted, ordering) }
  })
  const visits = sum(days.map((day) => day.visits))
  const ordering = sum(days.map((day) => day.ordering))
  return { visits, visits_with_order: ordering, conversion: ratio(ordering, visits) }
}

/** Rounds half up in integers; null for a division by zero. */
function ratio(part: number, whole: number, digits = 4, unit = 10_000): number | null {
  const scaled = part * 10 ** digits
  return whole === 0 ? null : Math.floor((2 * scaled + whole) / (2 * whole)) / unit
}

function productsOf(
  { names }: SalesHistory,
  paid: readonly SoldOrder[],
  productViews: readonly ProductView[],
  span: Span,
) {
  const isWithin = within(span)
  const orders = paid.filter((order) => isWithin(dayOf(order)))
  const seen = productViews.filter(({ day }) => isWithin(day))
  const ids = new Set([
    ...orders.flatMap(({ lines }) => lines.map(({ product }) => product)),
    ...seen.map(({ product }) => product),
  ])
  const rows = [...ids].map((product) => {
    const lines = orders.flatMap((order) => order.lines.filter((line) => line.product === product))
    const having = orders.filter((order) => order.lines.some((line) => line.product === product)).length
    const views = sum(seen.filter((view) => view.product === product).map((view) => view.views))
    const visits = Math.max(views, having)
    return {
      product_id: names.has(product) ? product : null,
      name: names.get(product) ?? lines[0]?.name,
      orders: having,
      quantity: sum(lines.map(({ quantity }) => quantity)),
      revenue: goodsPence(lines) / 100,
      visits,
      conversion: ratio(having, visits),
    }
  })
  return rows.sort((a, b) => b.revenue - a.revenue || b.quantity - a.quantity || b.visits - a.visits)
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** The buckets of a period in order. The first and last are clipped to the period. */
function spans(from: string, to: string, bucket: Bucket): Span[] {
  const begins = (day: string) => bucket === 'day' || (bucket === 'week' ? dayOfWeek(day) === 1 : day.endsWith('-01'))
  const starts = daysBetween(from, to).filter((day) => day === from || begins(day))
  return starts.map((start, n) => {
    const next = starts[n + 1]
    return { from: start, to: next ? addDays(next, -1) : to }
  })
}
