/**
 * The parts of the site that other websites may show in a frame: a shop's products at /embed/shops/SLUG, and a drop at /embed/drops/ID.
 * They are plain documents without scripts, forms or cookies, and their links open the site in a new tab. Also the short links, /s/SLUG.
 */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { dropLine, dropState, dropStateLabels } from '#domain/catalogue/drops'
import { priceLabel } from '#domain/catalogue/product-price'
import { escapeHtml } from '#domain/values/escape-html'
import { isUuid } from '#domain/values/ids'
import { formatPounds } from '#domain/values/money'
import type { Backend } from '#platform/app-context.ts'

export interface EmbedOptions {
  /** A client with the public key, which sees what visitors see. */
  readonly supabase: Backend
  /** The public URLs of the site and its storage, given the origin of a request. */
  readonly urlsFor: (origin: string) => { readonly siteUrl: string; readonly supabaseUrl: string }
  readonly log: { error(context: object, message: string): void }
  /** Milliseconds, for tests. */
  readonly now?: () => number
}

/** So that a much visited website costs few queries, and a hidden shop disappears at once. */
const ttlMs = 5_000
const maxEntries = 500
const maxProducts = 24

/** Each kind of embed, the path's second segment, and what it shows if visitors cannot see what the third names. */
const notShown = {
  shops: 'This shop is not open at the moment.',
  drops: 'This drop is not open at the moment.',
} as const

type Kind = keyof typeof notShown

const isKind = (segment: string | undefined): segment is Kind => Object.hasOwn(notShown, segment ?? '')

/** Responds to GET /embed/… and /s/…. Returns undefined for any other path. */
export function createEmbeds({
  supabase,
  urlsFor,
  log,
  now = Date.now,
}: EmbedOptions): (request: Request, url: URL) => Promise<Response | undefined> {
  const kinds: Readonly<Record<Kind, (slug: string, urls: Urls) => Promise<string | null>>> = {
    shops: (slug, urls) => shopDocument(supabase, slug, urls),
    drops: (id, urls) => dropDocument(supabase, { id, urls, now: new Date(now()) }),
  }
  const documents = new LRUCache<string, { html: string | null }, { kind: Kind; name: string; urls: Urls }>({
    max: maxEntries,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now },
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: { kind, name, urls } }) => ({ html: await kinds[kind](name, urls) }),
  })

  return async (request, { pathname, origin }) => {
    const short = /^\/s\/([a-z0-9_-]{1,80})$/.exec(pathname)?.[1]
    if (short !== undefined)
      return new Response(null, {
        status: 302,
        headers: { location: `/shop/${short}`, 'cache-control': 'public, max-age=3600' },
      })
    const [, kind, name] = /^\/embed\/([a-z]+)\/([a-z0-9_-]{1,80})$/.exec(pathname) ?? []
    if (!isKind(kind) || name === undefined) return undefined
    try {
      const urls = urlsFor(origin)
      const found = await documents.fetch(`${urls.siteUrl} ${kind} ${name}`, { context: { kind, name, urls } })
      return documentResponse(request, { html: found?.html ?? null, kind, urls })
    } catch (error) {
      log.error({ err: error, url: request.url }, 'an embed could not be rendered')
      return new Response('Not available at the moment.\n', { status: 503, headers: { 'retry-after': '60' } })
    }
  }
}

interface Urls {
  readonly siteUrl: string
  readonly supabaseUrl: string
}

const style = `
:root{color-scheme:light}*{box-sizing:border-box}
body{margin:0;padding:16px;font:16px/1.5 system-ui,sans-serif;color:#2b1910;background:#fbf5ea}
a{color:inherit;text-decoration:none}a:hover strong,a:hover h1{text-decoration:underline}
:focus-visible{outline:3px solid #a3153f;outline-offset:2px;border-radius:12px}
header{display:flex;align-items:center;justify-content:space-between;gap:12px;flex-wrap:wrap;margin-bottom:16px}
h1{margin:0;font:600 22px/1.2 Georgia,serif}p{margin:0;color:#6b5346}
ul{list-style:none;margin:0;padding:0;display:grid;gap:16px;grid-template-columns:repeat(auto-fill,minmax(150px,1fr))}
li a{display:block;height:100%;border:1px solid #e5d6c3;border-radius:16px;overflow:hidden;background:#fff}
img,.none{display:block;width:100%;aspect-ratio:4/3;object-fit:cover;background:#f4e9d7}
li div{padding:10px 12px 12px}strong{display:block;line-height:1.3;overflow-wrap:anywhere}
.order{display:inline-block;padding:10px 18px;border-radius:999px;background:#a3153f;color:#fff;font-weight:600}
footer{margin-top:16px;font-size:13px;color:#6b5346}footer a{text-decoration:underline}
`
const styleHash = createHash('sha256').update(style).digest('base64')

/** Any website may frame it. It runs no scripts, sends no forms, and loads pictures alone. */
function policyFor({ siteUrl, supabaseUrl }: Urls): string {
  const pictures = new Set([siteUrl, supabaseUrl].map((url) => new URL(url).origin))
  return [
    "default-src 'none'",
    `img-src 'self' ${[...pictures].join(' ')}`,
    `style-src 'sha256-${styleHash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ')
}

function documentResponse(
  request: Request,
  { html, kind, urls }: { html: string | null; kind: Kind; urls: Urls },
): Response {
  const body = html ?? page({ title: 'Not open', urls, content: `<p>${notShown[kind]}</p>` })
  return new Response(request.method === 'HEAD' ? null : body, {
    status: html === null ? 404 : 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyFor(urls),
      'cache-control': 'public, max-age=0, s-maxage=1',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'strict-origin-when-cross-origin',
    },
  })
}

/** Null if visitors do not see the shop. */
async function shopDocument(supabase: Backend, slug: string, urls: Urls): Promise<string | null> {
  const { data: shop, error } = await supabase
    .from('shops')
    .select('name, slug, town, products(id, name, image, product_type, price, min_price, max_price)')
    .eq('slug', slug)
    .eq('status', 'active')
    .eq('products.is_listed', true)
    .order('is_bestseller', { referencedTable: 'products', ascending: false })
    .order('created_at', { referencedTable: 'products', ascending: false })
    .limit(maxProducts, { referencedTable: 'products' })
    .maybeSingle()
  if (error) throw new Error(error.message, { cause: error })
  if (!shop) return null
  const shopUrl = `${urls.siteUrl}/shop/${shop.slug}`
  const products = shop.products
    .map((product) => item({ ...product, path: `/product/${product.id}`, line: priceLabel(product) }, urls))
    .join('')
  return page({
    title: shop.name,
    urls,
    content: `<header><div><a ${target(shopUrl)}><h1>${escapeHtml(shop.name)}</h1></a>${
      shop.town ? `<p>${escapeHtml(shop.town)}</p>` : ''
    }</div><a class="order" ${target(shopUrl)}>Order online</a></header>${
      products === '' ? '<p>Nothing is on sale at the moment.</p>' : `<ul>${products}</ul>`
    }`,
  })
}

/** Null if visitors do not see the drop, or it is over. */
async function dropDocument(supabase: Backend, { id, urls, now }: { id: string; urls: Urls; now: Date }) {
  if (!isUuid(id)) return null
  const { data: drop, error } = await supabase
    .from('drops')
    .select(
      `id, title, opens_at, cut_off, is_published, shop:shops!inner(name),
      items:drop_items(stock, taken, product:products(name, image, price, is_listed))`,
    )
    .eq('id', id)
    .eq('shop.status', 'active')
    .order('position', { referencedTable: 'items' })
    .maybeSingle()
  if (error) throw new Error(error.message, { cause: error })
  if (!drop) return null
  const state = dropState(drop, drop.items, now)
  if (state === 'draft' || state === 'closed') return null
  const path = `/drops/${drop.id}`
  const items = drop.items.flatMap(({ stock, taken, product }) => {
    if (!product?.is_listed) return []
    const price = formatPounds(product.price)
    return [item({ ...product, path, line: taken < stock ? price : `${price}, sold out` }, urls)]
  })
  const url = urls.siteUrl + path
  return page({
    title: drop.title,
    urls,
    content: `<header><div><a ${target(url)}><h1>${escapeHtml(drop.title)}</h1></a><p>${escapeHtml(drop.shop.name)}. ${escapeHtml(
      `${dropStateLabels[state]}. ${dropLine(drop, now)}`,
    )}</p></div><a class="order" ${target(url)}>${state === 'open' ? 'Order online' : 'See the drop'}</a></header><ul>${items.join('')}</ul>`,
  })
}

interface Item {
  readonly name: string
  readonly image: string | null
  readonly path: string
  readonly line: string
}

function item({ name, image, path, line }: Item, { siteUrl, supabaseUrl }: Urls): string {
  const storage = new URL(supabaseUrl).origin
  // A picture of another site is not shown before it has been imported.
  const stored = /^https?:/i.test(image ?? '') ? null : image
  const shown = stored
    ? `<img src="${escapeHtml(pictureUrl(stored, storage))}" alt="" loading="lazy" width="400" height="300">`
    : '<div class="none"></div>'
  return `<li><a ${target(siteUrl + path)}>${shown}<div><strong>${escapeHtml(name)}</strong><span>${escapeHtml(line)}</span></div></a></li>`
}

/** A small rendition, cropped to 4:3. */
function pictureUrl(path: string, storageOrigin: string): string {
  const key = path.replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/')
  return `${storageOrigin}/storage/v1/render/image/public/${key}?width=400&height=300&quality=75`
}

const target = (url: string) => `href="${escapeHtml(url)}" target="_blank" rel="noopener"`

function page({ title, urls, content }: { title: string; urls: Urls; content: string }): string {
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head><body>${content}<footer>Orders and payment by <a ${target(urls.siteUrl)}>Tuckbox</a></footer></body></html>`
}
