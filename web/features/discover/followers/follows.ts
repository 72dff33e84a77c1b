/** Which shops the member follows, and whether they want each shop's emails. */
import { queryOptions, skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { useUserId } from '#features/account/auth'
import { followerKeys } from '#keys/followers'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { unwrap, unwrapOptional } from '#platform/unwrap.ts'

interface Follow {
  readonly shop_id: string
  readonly wants_emails: boolean
}

/** @param userId null for visitors, who follow no shop */
function followsQuery(app: AppContext, userId: string | null) {
  return queryOptions({
    queryKey: followerKeys.all(userId),
    queryFn:
      userId === null
        ? skipToken
        : async ({ signal }): Promise<Follow[]> => {
            const client = await app.supabase()
            return unwrap(await client.from('shop_followers').select('shop_id, wants_emails').abortSignal(signal))
          },
  })
}

/** Undefined while loading and for visitors, null if the member does not follow the shop. */
export function useFollow(shopId: string): Follow | null | undefined {
  const { data } = useQuery({
    ...followsQuery(useApp(), useUserId()),
    select: (follows) => follows.find((follow) => follow.shop_id === shopId) ?? null,
  })
  return data
}

interface FollowChange {
  readonly userId: string
  readonly shopId: string
  /** Null to stop following. Undefined keeps the emails as they are. */
  readonly follow: { readonly wantsEmails?: boolean } | null
}

/** Every change is idempotent: following again keeps the choice of emails. */
export function useChangeFollow() {
  const app = useApp()
  const userId = useUserId()
  return useMutation({
    mutationFn: async ({ userId: user_id, shopId: shop_id, follow }: FollowChange) => {
      const follows = (await app.supabase()).from('shop_followers')
      if (follow === null) unwrapOptional(await follows.delete().match({ user_id, shop_id }))
      else if (follow.wantsEmails === undefined)
        unwrapOptional(
          await follows.upsert({ user_id, shop_id }, { onConflict: 'user_id,shop_id', ignoreDuplicates: true }),
        )
      else unwrapOptional(await follows.update({ wants_emails: follow.wantsEmails }).match({ user_id, shop_id }))
    },
    meta: {
      failure: { title: 'This could not be changed', description: 'Please check your connection and try again.' },
      invalidates: [followerKeys.all(userId)],
    },
  })
}

async function fetchFollowedShops(app: AppContext, userId: string, signal: AbortSignal) {
  const client = await app.supabase()
  return unwrap(
    await client
      .from('shop_followers')
      .select(
        `shop_id, wants_emails,
        shop:shops!inner(name, slug, logo, town, announcements(id, title, created_at))`,
      )
      .eq('user_id', userId)
      .eq('shop.status', 'active')
      .order('created_at', { ascending: false })
      .order('created_at', { referencedTable: 'shop.announcements', ascending: false })
      .limit(1, { referencedTable: 'shop.announcements' })
      .abortSignal(signal),
  )
}

export type FollowedShop = Awaited<ReturnType<typeof fetchFollowedShops>>[number]

/** The open shops that a member follows, latest first, each with its latest announcement. */
export function followedShopsQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: followerKeys.shops(userId),
    queryFn: ({ signal }) => fetchFollowedShops(app, userId, signal),
  })
}
