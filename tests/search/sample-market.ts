/** The sample catalogue in a database of its own, and its search as the web app asks for it. */
import { z } from 'zod'
import { type ChosenPlace, defaultChosenPlace } from '#domain/locations/chosen-place'
import { londonTime } from '#domain/values/calendar'
import { noFit } from '#web/features/discover/listing/listing.ts'
import { readListingParameters } from '#web/features/discover/listing/listing-parameters.ts'
import {
  type ListingRequest,
  type ListingScope,
  listingRequest,
} from '#web/features/discover/listing/listing-request.ts'
import type { NamedPlaces } from '#web/features/discover/listing/named-places.ts'
import { findNamedPlace } from '#web/features/discover/location/address-place.ts'
import { namesToLookUp, type ParsedSearch, readParsedSearch } from '#web/features/discover/results/parsed-search.ts'
import {
  closureRows,
  productRows,
  productWindowRows,
  shopRecordRows,
  shopRows,
  shopWindowRows,
} from '../../supabase/sample/catalogue-rows.ts'
import { clock, sampleId } from '../../supabase/sample/ids.ts'
import { personKeys } from '../../supabase/sample/people.ts'
import { products } from '../../supabase/sample/products.ts'
import { databases } from '../harness.ts'
import { openTestContext, type TestContext } from '../policies/test-context.ts'

export const today = londonTime(new Date()).date

export interface SampleMarket {
  readonly context: TestContext
  /** One page of results, as ids. */
  search(request: ListingRequest): Promise<Results>
  close(): Promise<void>
}

const resultsSchema = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string() })),
  total: z.number(),
  next: z.string().nullable(),
})
type Results = z.infer<typeof resultsSchema>

export async function openSampleMarket(): Promise<SampleMarket> {
  const context = await openTestContext(databases[0] ?? 'pglite')
  const accounts = (person: string) => sampleId('account', person)
  const now = clock(new Date())
  for (const person of personKeys) {
    await context.database.run({
      text: `insert into auth.users (id, email) values ($1, $2)`,
      values: [accounts(person), `${person}@example.test`],
    })
  }
  const insert = async (table: string, rows: readonly object[], conflict = '') => {
    const columns = Object.keys(rows[0] ?? {}).join(', ')
    await context.service.count(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1) ${conflict}`,
      JSON.stringify(rows),
    )
  }
  await insert('shops', shopRows(accounts, now))
  const accepted = 'terms_version = excluded.terms_version, terms_accepted_at = excluded.terms_accepted_at'
  await insert('shop_records', shopRecordRows(now), `on conflict (shop_id) do update set ${accepted}`)
  await insert('shop_closures', closureRows(now))
  await insert('shop_pickup_schedules', shopWindowRows())
  await insert('products', productRows(accounts, now))
  await insert('product_pickup_schedules', productWindowRows())
  await context.database.script('analyze')
  return {
    context,
    async search(request) {
      const names = Object.keys(request)
      const call = names.map((name, n) => `${name} => $${n + 1}`).join(', ')
      const values = Object.values(request).map((value) =>
        Array.isArray(value) ? `{${value.map((one) => `"${one}"`).join()}}` : value,
      )
      const [row] = await context.visitor.rows(`select search_products(${call}) as found`, ...values)
      const found: unknown = row?.found
      return resultsSchema.parse(typeof found === 'string' ? JSON.parse(found) : found)
    },
    close: context.close,
  }
}

const keyOfId = new Map(Object.keys(products).map((key) => [sampleId('product', key), key]))
/** The sample's key of a product. */
export const keyOf = (id: string) => keyOfId.get(id) ?? id

export const cities = {
  London: defaultChosenPlace,
  Manchester: { lat: 53.45, lon: -2.23, label: 'Manchester', radiusMiles: 10 },
  Bristol: { lat: 51.45, lon: -2.6, label: 'Bristol', radiusMiles: 10 },
} as const satisfies Record<string, ChosenPlace>

export interface AskedSearch {
  readonly parsed: ParsedSearch
  readonly request: ListingRequest
}

/** The request of the results page. */
export async function askFor(searchParams: URLSearchParams, near: ChosenPlace): Promise<AskedSearch> {
  const names = namesToLookUp(searchParams)
  const found = await Promise.all(names.map(async (name) => [name, await findNamedPlace(name)] as const))
  const places: NamedPlaces = Object.fromEntries(found)
  const parsed = readParsedSearch(searchParams, { today, places })
  return { parsed, request: listingRequest(parsed.scope, parsed.parameters, { ...near, ...parsed.place }, noFit) }
}

/** The request of a category or an occasion page. */
export function requestOf(scope: ListingScope, searchParams: URLSearchParams, near: ChosenPlace): ListingRequest {
  return listingRequest(scope, readListingParameters(searchParams), near, noFit)
}
