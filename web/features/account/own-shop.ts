/** The shop of whoever is signed in: what makes them its owner on its page and on those of its products. */
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useSession } from '#features/auth'
import { type AppContext, useApp } from '#web/app/app-context.ts'
import { unwrapOptional } from '#web/app/unwrap.ts'

export interface OwnShop {
  readonly id: string
  readonly name: string
  readonly slug: string
}

/** @param userId null for visitors, who own nothing */
export function ownShopQuery(app: AppContext, userId: string | null) {
  return queryOptions({
    queryKey: ['me', userId, 'shop'],
    queryFn:
      userId === null
        ? skipToken
        : async ({ signal }): Promise<OwnShop | null> => {
            const client = await app.supabase()
            const shops = client.from('shops').select('id, name, slug').eq('user_id', userId)
            return unwrapOptional(await shops.abortSignal(signal).maybeSingle())
          },
  })
}

/** Null for who has no shop; undefined for visitors, and until it is known. */
export function useOwnShop(): OwnShop | null | undefined {
  const session = useSession()
  return useQuery(ownShopQuery(useApp(), session.status === 'signed-in' ? session.user.id : null)).data
}
