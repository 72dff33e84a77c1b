/**
 * A member's orders for offline use, in the cache storage of the browser. Each account has a cache of its own, and it is deleted at
 * sign-out. Only remembered sessions have one, because a shared computer must not keep orders after its tab is closed.
 */
import type { Query, QueryClient } from '@tanstack/react-query'
import { memberKeys } from '#keys/member-keys'

const prefix = 'tuckbox-member-'

/** The entry of localStorage that says when the open orders were fetched ahead. */
export const fetchedAheadKey = 'tuckbox-orders-kept'

/** What a member needs at a market or a doorstep: the orders of both sides, and the shop that the seller's pages show. */
const cachedFeatures = new Set(['account', 'orders', 'seller', 'seller-orders'])

/** Kept pages and data of different builds do not fit each other. The entry changes with every file of the app. */
export const buildName = () => document.querySelector<HTMLScriptElement>('script[data-entry]')?.dataset.entry ?? ''

interface CachedQuery {
  readonly build: string
  readonly key: readonly unknown[]
  readonly data: unknown
  readonly updatedAt: number
}

const isCached = (key: readonly unknown[], userId: string) =>
  key[0] === memberKeys.all[0] && key[1] === userId && cachedFeatures.has(String(key[2]))

const addressOf = (hash: string) => `/kept/${encodeURIComponent(hash)}`

/** Keeps the member's orders as they are fetched. @returns a function that ends it */
export function keepQueries(queryClient: QueryClient, userId: string): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
    if (isCached(event.query.queryKey, userId)) void keep(event.query, userId)
  })
}

async function keep({ queryKey, queryHash, state }: Query, userId: string): Promise<void> {
  const kept: CachedQuery = { build: buildName(), key: queryKey, data: state.data, updatedAt: state.dataUpdatedAt }
  const cache = await caches.open(prefix + userId)
  await cache.put(addressOf(queryHash), new Response(JSON.stringify(kept)))
}

/** Only without a network: what was fetched meanwhile is newer, and stays. */
export async function restoreQueries(queryClient: QueryClient, userId: string): Promise<void> {
  const cache = await caches.open(prefix + userId)
  for (const request of await cache.keys()) {
    const response = await cache.match(request)
    if (!response) continue
    const { build, key, data, updatedAt }: CachedQuery = await response.json()
    if (build !== buildName() || !isCached(key, userId) || queryClient.getQueryData(key) !== undefined) continue
    queryClient.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY })
    queryClient.setQueryData(key, data, { updatedAt })
  }
}

/** Deletes what is kept of every member except one, or of all. @returns whether there was anything */
export async function clearCachedQueries(exceptUserId: string | null): Promise<boolean> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== prefix + exceptUserId)
  await Promise.all(names.map((name) => caches.delete(name)))
  if (names.length > 0) localStorage.removeItem(fetchedAheadKey)
  return names.length > 0
}
