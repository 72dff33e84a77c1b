/** The query of a shop without its products, which are a listing of their own. */

import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { londonTime } from '#domain/values/calendar'
import { slugify } from '#domain/values/slugs'
import { useUserId } from '#features/account/auth'
import { shopKeys } from '#keys/shop'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { readOptional } from '#platform/read.ts'

/** Older announcements are no longer news. */
const announcedWithinMs = 30 * 24 * 60 * 60_000

function selectShop(client: Backend, slug: string, now: Date) {
  return client
    .from('shops')
    .select(
      `id, name, slug, description, category, logo, banner_image, town, lat, lon, delivery_radius_miles, cancel_hours_before, cancel_refund_percent, hygiene_rating, hygiene_verified_at,
      rating, review_count,
      pickup:shop_pickup_schedules(day_of_week, start_time, end_time, on_date),
      delivery:shop_pickup_schedules(day_of_week, start_time, end_time, on_date, is_posted),
      kitchen:shop_kitchens(handles, shares_equipment, is_nut_free, reviewed_at),
      closures:shop_closures(from_date, to_date, note),
      vouchers:shop_voucher_terms(smallest),
      announcements(id, title, text, created_at, product:products(id, name))`,
    )
    .eq('slug', slug)
    .eq('pickup.fulfilment', 'pickup')
    .eq('delivery.fulfilment', 'delivery')
    .gte('closures.to_date', londonTime(now).date)
    .eq('announcements.is_withdrawn', false)
    .eq('announcements.is_hidden', false)
    .gte('announcements.created_at', new Date(now.getTime() - announcedWithinMs).toISOString())
    .order('created_at', { referencedTable: 'announcements', ascending: false })
    .limit(3, { referencedTable: 'announcements' })
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
  return readOptional(app, (client) => selectShop(client, slug, app.clock.now()).abortSignal(signal).maybeSingle())
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
    queryKey: shopKeys.ownPage(userId, slug),
    queryFn: ({ signal }) => fetchShop(app, slug, signal),
    enabled: isMissing && userId !== null,
  })
  return isMissing && ownQuery.data ? ownQuery : publicQuery
}
