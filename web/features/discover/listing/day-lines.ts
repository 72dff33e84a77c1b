/** Asks when products can be had, and writes the lines of their cards. */

import { isInPart, readPartOfDay } from '#domain/values/part-of-day'
import type { AppContext } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { earliestLine, hoursLine } from './card-day-text.ts'
import type { DayLines, ListedProduct, ListingRequest } from './listing-request.ts'

/** The most that the functions accept. */
const batchSize = 100

/** @throws QueryError */
export async function fetchDayLines(
  app: AppContext,
  products: readonly ListedProduct[],
  request: ListingRequest,
  signal: AbortSignal,
): Promise<DayLines> {
  // The day of a bespoke product is agreed with the baker.
  const dated = products.filter(({ product_type }) => product_type !== 'bespoke')
  const lines: Record<string, string> = {}
  for (let start = 0; start < dated.length; start += batchSize) {
    Object.assign(lines, await linesOf(app, dated.slice(start, start + batchSize), request, signal))
  }
  return lines
}

async function linesOf(
  app: AppContext,
  products: readonly ListedProduct[],
  request: ListingRequest,
  signal: AbortSignal,
): Promise<DayLines> {
  const { available_on: day, fulfilment, radius_miles } = request
  const part = readPartOfDay(request.part_of_day ?? null)
  const product_ids = products.map(({ id }) => id)
  const wanted = { fulfilment, radiusMiles: radius_miles ?? Number.POSITIVE_INFINITY }
  if (day === undefined) {
    const rows = await read(app, (client) => client.rpc('earliest_days', { product_ids }).abortSignal(signal))
    const days = new Map(rows.map((row) => [row.product_id, row]))
    return present(products.map((product) => [product.id, earliestLine(product, days.get(product.id), wanted)]))
  }
  const hours = await read(app, (client) => client.rpc('hours_on', { product_ids, on_date: day }).abortSignal(signal))
  return present(
    products.map((product) => {
      const own = hours.filter((one) => one.product_id === product.id && (part === null || isInPart(part, one)))
      return [product.id, hoursLine(product, own, { ...wanted, day })]
    }),
  )
}

function present(lines: (readonly [string, string | null])[]): DayLines {
  return Object.fromEntries(lines.flatMap(([id, line]) => (line === null ? [] : [[id, line]])))
}
