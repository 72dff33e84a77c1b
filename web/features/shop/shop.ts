/** The query of a shop without its products, which are a listing of their own. */

import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { londonTime } from '#domain/calendar'
import { slugify } from '#domain/slugs'
import { useUserId } from '#features/auth'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { unwrapOptional } from '#platform/unwrap.ts'
import { shopKeys } from './keys.ts'

function selectShop(client: Backend, slug: string, now: Date) {
  return client
    .from('shops')
    .select(
      `id, name, slug, description, category, logo, banner_image, town, lat, lon, delivery_radius_miles, hygiene_rating, hygiene_verified_at,
      rating, review_count,
      pickup:shop_pickup_schedules(day_of_week, start_time, end_time),
      closures:shop_closures(from_date, to_date, note)`,
    )
    .eq('slug', slug)
    .gte('closures.to_date', londonTime(now).date)
}

export type Shop = QueryData<ReturnType<typeof selectShop>>[number]

/** Null if the shop does not exist. @param nameOrSlug from the URL: a slug, or a name as in older links */
export function shopQuery(app: AppContext, nameOrSlug: string) {
  const slug = slugify(nameOrSlug)
  return queryOptions({
    queryKey: shopKeys.one(slug),
    queryFn: ({ signal }) => fetchShop(app, slug, signal),
  })
}

async function fetchShop(app: AppContext, slug: string, signal: AbortSignal): Promise<Shop | null> {
  if (slug === '') return null
  return unwrapOptional(
    await selectShop(await app.supabase(), slug, app.clock.now())
      .abortSignal(signal)
      .maybeSingle(),
  )
}

/**
 * The first HTML is rendered for visitors. If it has no shop, members fetch once more, because it may be their own
 * suspended or closed shop.
 */
export function useShop(nameOrSlug: string) {
  const app = useApp()
  const publicQuery = useQuery(shopQuery(app, nameOrSlug))
  const isMissing = publicQuery.data === null
  const userId = useUserId()
  const slug = slugify(nameOrSlug)
  const ownQuery = useQuery({
    queryKey: shopKeys.own(userId, slug),
    queryFn: ({ signal }) => fetchShop(app, slug, signal),
    enabled: isMissing && userId !== null,
  })
  return isMissing && ownQuery.data ? ownQuery : publicQuery
}
