/** The member's favourites: fetched once for all hearts of a page, with optimistic updates. */

import { mutationOptions, queryOptions, skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { useUserId } from '#features/account/auth'
import { favouriteKeys } from '#keys/favourites'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { messageFor } from '#platform/message-for.ts'
import { read } from '#platform/read.ts'
import { refetchKeepingPages } from '#platform/refetch.ts'
import { unwrapOptional } from '#platform/unwrap.ts'
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
    queryKey: favouriteKeys.all(userId),
    queryFn: userId === null ? skipToken : ({ signal }) => fetchFavourites(app, signal),
  })
}

/** Row-level security returns the member's own favourites only. */
async function fetchFavourites(app: AppContext, signal: AbortSignal): Promise<Favourites> {
  const rows = await read(app, (client) =>
    client
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
  return useQuery({ ...favouritesQuery(useApp(), useUserId()), select })
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

interface FavouriteChange {
  readonly userId: string
  readonly subject: FavouriteSubject
  readonly wanted: boolean
}

/**
 * Updates the screen at once. If the request fails, it reverts the change and shows a toast. Changes are sent one after
 * another, so that the last press wins.
 */
export function useChangeFavourite() {
  const app = useApp()
  return useMutation(favouriteMutation(app))
}

export function favouriteMutation(app: AppContext) {
  const { queryClient } = app
  const show = ({ userId, subject }: FavouriteChange, isMarked: boolean) =>
    queryClient.setQueryData(
      favouritesQuery(app, userId).queryKey,
      (before) => before && withFavourite(before, subject, isMarked),
    )
  return mutationOptions({
    mutationKey: favouriteKeys.changes,
    scope: { id: 'favourites' },
    mutationFn: (change: FavouriteChange) => sendChange(app, change),
    onMutate: async (change) => {
      // A pending fetch started before this change and would undo it on screen. Cancelling restores the data of that
      // time, so it comes first.
      await queryClient.cancelQueries({ queryKey: favouriteKeys.all(change.userId) })
      show(change, change.wanted)
    },
    onError: (error, change) => {
      show(change, !change.wanted)
      toast({
        title: change.wanted ? 'Could not add to favourites' : 'Could not remove from favourites',
        description: messageFor(error, 'Please check your connection and try again.'),
        variant: 'destructive',
      })
    },
    onSettled: (_data, _error, { userId }) => {
      // Another change is on its way, and its refetch follows.
      if (queryClient.isMutating({ mutationKey: favouriteKeys.changes }) > 1) return
      void refetchKeepingPages(queryClient, { queryKey: favouriteKeys.all(userId) })
    },
  })
}

/** Both requests are idempotent. */
async function sendChange(app: AppContext, { userId, subject, wanted }: FavouriteChange): Promise<void> {
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
