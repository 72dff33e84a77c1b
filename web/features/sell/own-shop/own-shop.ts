/**
 * The signed-in member's shop. It makes them the owner on its page and its products' pages, and a seller everywhere.
 */

import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useUserId } from '#features/account/auth'
import { shopKeys } from '#keys/shop'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { readOptional } from '#platform/read.ts'

/** All columns except the counters. A save compares `updated_at`, so that it overwrites no newer version. */
export const ownShopColumns =
  'id, name, slug, description, category, logo, banner_image, town, lat, lon, delivery_radius_miles, status, hygiene_rating, hygiene_verified_at, updated_at, record:shop_records(suspension_reason, food_registration)'

function selectOwnShop(client: Backend, userId: string) {
  return client.from('shops').select(ownShopColumns).eq('user_id', userId)
}

export type OwnShop = QueryData<ReturnType<typeof selectOwnShop>>[number]

/** @param userId null for visitors; the result is null for members without a shop */
export function ownShopQuery(app: AppContext, userId: string | null) {
  return queryOptions({
    queryKey: shopKeys.own(userId),
    queryFn:
      userId === null
        ? skipToken
        : ({ signal }): Promise<OwnShop | null> =>
            readOptional(app, (client) => selectOwnShop(client, userId).abortSignal(signal).maybeSingle()),
  })
}

/** The `data` is null for members without a shop, and undefined for visitors and while loading. */
export function useOwnShopQuery() {
  return useQuery(ownShopQuery(useApp(), useUserId()))
}

export function useOwnShop(): OwnShop | null | undefined {
  return useOwnShopQuery().data
}
