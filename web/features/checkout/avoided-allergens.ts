/** The allergens that the buyer's profile lists to avoid. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { unwrapOptional } from '#platform/unwrap.ts'
import { checkoutKeys } from './keys.ts'

function avoidedAllergensQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: checkoutKeys.avoidedAllergens(userId),
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const client = await app.supabase()
      const own = client.from('profiles').select('allergens_to_avoid').eq('id', userId).abortSignal(signal)
      const profile: { allergens_to_avoid: string[] } | null = unwrapOptional(await own.maybeSingle())
      return profile?.allergens_to_avoid ?? []
    },
  })
}

export function useAvoidedAllergens(userId: string): readonly string[] {
  return useQuery(avoidedAllergensQuery(useApp(), userId)).data ?? []
}
