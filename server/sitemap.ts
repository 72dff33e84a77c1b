/** Generates the sitemap: an index of parts with at most 50,000 URLs each. It reads through the API as a visitor. */

import type { SupabaseClient } from '@supabase/supabase-js'
import { type Occasion, occasionCategories, occasions, productCategories } from '#domain/catalogue/categories'
import type { Database } from '#domain/database.generated'
import { escapeHtml } from '#domain/values/escape-html'

export interface SitemapOptions {
  readonly supabase: SupabaseClient<Database>
  /** Paths of pages that do not depend on the catalogue. */
  readonly staticPages: () => Promise<readonly string[]>
  /** Defaults to the limit of the sitemap protocol. */
  readonly urlsPerPart?: number
}

/** Both methods throw if the backend does not respond. */
export interface Sitemap {
  partNames(): Promise<readonly string[]>
  part(name: string, siteUrl: string): Promise<string | undefined>
}

interface Entry {
  readonly path: string
  readonly changedAt?: string | undefined
}

const protocolLimit = 50_000
/** Rows requested at a time. The backend may return fewer. */
const pageSize = 1_000
const beforeAllIds = '00000000-0000-0000-0000-000000000000'

export function createSitemap({ supabase, staticPages, urlsPerPart = protocolLimit }: SitemapOptions): Sitemap {
  /** Public rows of each table in the order of their ids, from after a given id. */
  const tables = {
    products: (after: string) =>
      supabase.from('products').select('id, updated_at').eq('is_listed', true).gt('id', after).order('id'),
    shops: (after: string) =>
      supabase.from('shops').select('id, slug, updated_at').eq('status', 'active').gt('id', after).order('id'),
  } as const
  type Table = keyof typeof tables

  /** The id before each part's first row. With keyset pagination the last part costs no more than the first. */
  async function partStarts(table: Table): Promise<string[]> {
    const idAt = async (after: string, offset: number) =>
      rowsOf(await tables[table](after).range(offset, offset))[0]?.id
    const starts: string[] = []
    for (let after: string | undefined = beforeAllIds; after !== undefined && (await idAt(after, 0)) !== undefined; ) {
      starts.push(after)
      after = await idAt(after, urlsPerPart - 1)
    }
    return starts
  }

  async function entriesOf(table: Table, start: string): Promise<Entry[]> {
    const entries: Entry[] = []
    let after = start
    while (entries.length < urlsPerPart) {
      const rows = rowsOf(await tables[table](after).limit(Math.min(pageSize, urlsPerPart - entries.length)))
      for (const row of rows) {
        entries.push({ path: pathOf(row), changedAt: row.updated_at })
        after = row.id
      }
      if (rows.length === 0) break
    }
    return entries
  }

  /** When a product was last added to a category. Undefined for an empty category. */
  async function newestIn(category: string): Promise<string | undefined> {
    const query = supabase.from('products').select('created_at').eq('is_listed', true).eq('category', category)
    return rowsOf(await query.order('created_at', { ascending: false }).limit(1))[0]?.created_at
  }

  /** When the newest product made for an occasion was added. */
  async function newestFor(occasion: Occasion): Promise<string | undefined> {
    const query = supabase.from('products').select('created_at').eq('is_listed', true).contains('occasions', [occasion])
    return rowsOf(await query.order('created_at', { ascending: false }).limit(1))[0]?.created_at
  }

  async function listings(): Promise<Entry[]> {
    const categories = await Promise.all(
      productCategories.map(async (category) => ({ category, changedAt: await newestIn(category) })),
    )
    const changedAtOf = new Map<string, string>()
    for (const { category, changedAt } of categories) if (changedAt) changedAtOf.set(category, changedAt)
    const ofOccasions = await Promise.all(
      occasions.map(async (occasion) => ({
        path: `/occasion/${occasion}`,
        changedAt: occasionCategories[occasion]
          .map((category) => changedAtOf.get(category))
          .reduce(latest, await newestFor(occasion)),
      })),
    )
    return [
      ...[...changedAtOf].map(([category, changedAt]) => ({
        path: `/category/${encodeURIComponent(category)}`,
        changedAt,
      })),
      ...ofOccasions.filter(({ changedAt }) => changedAt !== undefined),
    ]
  }

  return {
    async partNames() {
      const [products, shops] = await Promise.all([partStarts('products'), partStarts('shops')])
      return ['pages', ...numbered('shops', shops.length), ...numbered('products', products.length)]
    },

    async part(name, siteUrl) {
      if (name === 'pages') {
        const staticEntries = (await staticPages()).map((path) => ({ path }))
        return urlSet([...staticEntries, ...(await listings())], siteUrl)
      }
      const [, table, number] = /^(products|shops)-([1-9]\d{0,5})$/.exec(name) ?? []
      if (table !== 'products' && table !== 'shops') return undefined
      const start = (await partStarts(table))[Number(number) - 1]
      return start === undefined ? undefined : urlSet(await entriesOf(table, start), siteUrl)
    },
  }
}

/** The XML of the index. */
export function sitemapIndex(names: readonly string[], siteUrl: string): string {
  const files = names.map((name) => `<sitemap><loc>${escapeHtml(`${siteUrl}/sitemaps/${name}.xml`)}</loc></sitemap>`)
  return documentOf('sitemapindex', files)
}

function rowsOf<Row>({ data, error }: { data: Row[] | null; error: { message: string } | null }): Row[] {
  if (error) throw new Error(`The sitemap could not be read: ${error.message}`, { cause: error })
  return data ?? []
}

const pathOf = ({ id, slug }: { id: string; slug?: string }) =>
  slug === undefined ? `/product/${id}` : `/shop/${encodeURIComponent(slug)}`

const latest = (one: string | undefined, other: string | undefined) => ((other ?? '') > (one ?? '') ? other : one)

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}-${index + 1}`)

function urlSet(entries: readonly Entry[], siteUrl: string): string {
  return documentOf(
    'urlset',
    entries.map(({ path, changedAt }) => {
      const changed = changedAt === undefined ? '' : `<lastmod>${escapeHtml(changedAt)}</lastmod>`
      return `<url><loc>${escapeHtml(siteUrl + path)}</loc>${changed}</url>`
    }),
  )
}

function documentOf(element: 'urlset' | 'sitemapindex', children: readonly string[]): string {
  const opening = `<?xml version="1.0" encoding="UTF-8"?>\n<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
  return `${[opening, ...children].join('\n')}\n</${element}>\n`
}
