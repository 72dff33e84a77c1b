/** Which pages are kept for offline use. */

/** Pages of members. The server renders the same frame for each member and order, without their data, so one is kept for all. */
const memberPages: readonly [path: RegExp, key: string][] = [
  [/^\/order\/[^/]+$/, '/order/'],
  [/^\/orders$/, '/orders'],
  [/^\/seller\/orders$/, '/seller/orders'],
  [/^\/seller\/orders\/prep$/, '/seller/orders/prep'],
  [/^\/seller\/orders\/[^/]+\/packing$/, '/seller/orders/packing'],
]

const cataloguePages = /^\/(|search|(category|occasion|product|shop)\/[^/]+)$/

/** The key under which a page is kept, or null for pages that are never kept. */
export function pageKey({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string | null {
  const page = memberPages.find(([path]) => path.test(pathname))
  if (page) return page[1]
  return cataloguePages.test(pathname) ? pathname + search : null
}
