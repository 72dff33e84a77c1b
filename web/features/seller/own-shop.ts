/** The shop of whoever is signed in, as all seller screens know it. */

import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useSession } from '#features/auth'
import { type AppContext, type Backend, useApp } from '#web/app/app-context.ts'
import { unwrapOptional } from '#web/app/unwrap.ts'

export const ownShopColumns =
  'id, name, slug, description, category, logo, banner_image, town, lat, lon, delivery_radius_miles, status, terms_accepted_at, food_registration, hygiene_rating, rating, review_count, updated_at'

function selectOwnShop(client: Backend, userId: string) {
  return client.from('shops').select(ownShopColumns).eq('user_id', userId)
}

export type OwnShop = QueryData<ReturnType<typeof selectOwnShop>>[number]

/** @param userId null for visitors; the answer is null for whoever has no shop */
export function ownShopQuery(app: AppContext, userId: string | null) {
  return queryOptions({
    queryKey: ['me', userId, 'shop'],
    queryFn:
      userId === null
        ? skipToken
        : async ({ signal }): Promise<OwnShop | null> =>
            unwrapOptional(
              await selectOwnShop(await app.supabase(), userId)
                .abortSignal(signal)
                .maybeSingle(),
            ),
  })
}

/** `data` is undefined while the question is open, and null where there is no shop. */
export function useOwnShop() {
  const session = useSession()
  return useQuery(ownShopQuery(useApp(), session.status === 'signed-in' ? session.user.id : null))
}
