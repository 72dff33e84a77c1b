/** The drops that are announced or open: of the shops near a place, for the home page, or of one shop. */
import type { QueryData } from '@supabase/supabase-js'
import { queryOptions } from '@tanstack/react-query'
import type { ChosenPlace } from '#domain/locations/chosen-place'
import { boundsAround, milesBetween } from '#domain/locations/distance'
import { dropKeys } from '#keys/drops'
import type { AppContext, Backend } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'

const most = 4
/** The corners of a rectangle are farther than its radius, so some of its drops are not shown. */
const mostInBounds = 12

export type UpcomingAt = { readonly shopSlug: string } | { readonly place: ChosenPlace }

function selectUpcoming(client: Backend, now: Date) {
  return client
    .from('drops')
    .select(
      'id, title, opens_at, cut_off, is_published, shop:shops!inner(name, slug, lat, lon), items:drop_items(stock, taken, product:products(image))',
    )
    .eq('is_published', true)
    .gt('cut_off', now.toISOString())
    .order('opens_at')
    .order('position', { referencedTable: 'items' })
}

export type UpcomingDrop = QueryData<ReturnType<typeof selectUpcoming>>[number]

export function upcomingDropsQuery(app: AppContext, at: UpcomingAt) {
  return queryOptions({
    queryKey: dropKeys.upcoming(at),
    queryFn: async ({ signal }): Promise<readonly UpcomingDrop[]> => {
      const drops = await read(app, (client) => {
        const upcoming = selectUpcoming(client, app.clock.now()).abortSignal(signal)
        if ('shopSlug' in at) return upcoming.eq('shop.slug', at.shopSlug).limit(most)
        const { minLat, maxLat, minLon, maxLon } = boundsAround(at.place, at.place.radiusMiles)
        const near = upcoming.gte('shop.lat', minLat).lte('shop.lat', maxLat)
        return near.gte('shop.lon', minLon).lte('shop.lon', maxLon).limit(mostInBounds)
      })
      if ('shopSlug' in at) return drops
      const { place } = at
      return drops
        .filter(
          ({ shop: { lat, lon } }) =>
            lat !== null && lon !== null && milesBetween(place, { lat, lon }) <= place.radiusMiles,
        )
        .slice(0, most)
    },
  })
}
