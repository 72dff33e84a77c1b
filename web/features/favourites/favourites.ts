/** The member's favourites: fetched once for all hearts of a page, with optimistic updates. */

import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useSession } from '#features/auth'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { unwrap, unwrapOptional } from '#platform/unwrap.ts'
import { toast } from '#ui/toast'

export type FavouriteSubject = { readonly productId: string } | { readonly shopId: string }

/** Ids of products and shops, newest first. */
export interface Favourites {
  readonly products: readonly string[]
  readonly shops: readonly string[]
}

/** @param userId null for visitors, who have no favourites */
export function favouritesQuery(app: AppContext, userId: string | null) {
  return queryOptions({
    queryKey: ['me', userId, 'favourites'],
    queryFn: userId === null ? skipToken : ({ signal }) => fetchFavourites(app, signal),
  })
}

/** Row-level security returns the member's own favourites only. */
async function fetchFavourites(app: AppContext, signal: AbortSignal): Promise<Favourites> {
  const client = await app.supabase()
  const rows = unwrap(
    await client
      .from('favourites')
      .select('product_id, shop_id')
      .order('created_at', { ascending: false })
      .abortSignal(signal),
  )
  return {
    products: rows.flatMap(({ product_id }) => product_id ?? []),
    shops: rows.flatMap(({ shop_id }) => shop_id ?? []),
  }
}

export function useFavourites<Selected = Favourites>(select?: (favourites: Favourites) => Selected) {
  const session = useSession()
  return useQuery({ ...favouritesQuery(useApp(), session.status === 'signed-in' ? session.user.id : null), select })
}

export function isFavourite({ products, shops }: Favourites, subject: FavouriteSubject): boolean {
  return 'productId' in subject ? products.includes(subject.productId) : shops.includes(subject.shopId)
}

export function withFavourite(favourites: Favourites, subject: FavouriteSubject, wanted: boolean): Favourites {
  const changed = (ids: readonly string[], id: string) => {
    const others = ids.filter((other) => other !== id)
    return wanted ? [id, ...others] : others
  }
  return 'productId' in subject
    ? { ...favourites, products: changed(favourites.products, subject.productId) }
    : { ...favourites, shops: changed(favourites.shops, subject.shopId) }
}

/** Sends changes one after another, so that the last press wins. */
const queues = new WeakMap<QueryClient, { last: Promise<void>; waiting: number }>()

export interface FavouriteChange {
  readonly userId: string
  readonly subject: FavouriteSubject
  readonly wanted: boolean
}

/** Updates the screen at once. If the request fails, it reverts the change and shows a toast. */
export async function changeFavourite(app: AppContext, { userId, subject, wanted }: FavouriteChange): Promise<void> {
  const { queryClient } = app
  const { queryKey } = favouritesQuery(app, userId)
  const show = (isMarked: boolean) =>
    queryClient.setQueryData(queryKey, (before) => before && withFavourite(before, subject, isMarked))
  const queue = queues.get(queryClient) ?? { last: Promise.resolve(), waiting: 0 }
  queues.set(queryClient, queue)

  queue.waiting += 1
  const sending = queue.last.then(() => sendChange(app, userId, subject, wanted))
  queue.last = sending.catch(() => {})
  // A pending fetch started before this change and would undo it on screen. Cancelling restores the data of that time,
  // so it comes first.
  await queryClient.cancelQueries({ queryKey })
  show(wanted)
  try {
    await sending
  } catch {
    show(!wanted)
    toast({
      title: wanted ? 'Could not add to favourites' : 'Could not remove from favourites',
      description: 'Please check your connection and try again.',
      variant: 'destructive',
    })
  } finally {
    queue.waiting -= 1
    if (queue.waiting === 0) void queryClient.invalidateQueries({ queryKey })
  }
}

/** Both requests are idempotent. */
async function sendChange(app: AppContext, userId: string, subject: FavouriteSubject, wanted: boolean): Promise<void> {
  const favourites = (await app.supabase()).from('favourites')
  const [column, row] =
    'productId' in subject
      ? (['product_id', { product_id: subject.productId }] as const)
      : (['shop_id', { shop_id: subject.shopId }] as const)
  const response = wanted
    ? await favourites.upsert({ user_id: userId, ...row }, { onConflict: `user_id,${column}`, ignoreDuplicates: true })
    : await favourites.delete().match({ user_id: userId, ...row })
  unwrapOptional(response)
}
