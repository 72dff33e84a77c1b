/** Which shops the member follows, and whether they want each shop's emails. */
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useUserId } from '#features/account/auth'
import { followerKeys } from '#keys/followers'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'

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
        : ({ signal }): Promise<Follow[]> =>
            read(app, (client) => client.from('shop_followers').select('shop_id, wants_emails').abortSignal(signal)),
  })
}

/** `data` is undefined while loading and for visitors, and null if the member does not follow the shop. */
export function useFollow(shopId: string) {
  return useQuery({
    ...followsQuery(useApp(), useUserId()),
    select: (follows) => follows.find((follow) => follow.shop_id === shopId) ?? null,
  })
}

interface FollowChange {
  readonly userId: string
  readonly shopId: string
  /** Null to stop following. Undefined keeps the emails as they are. */
  readonly follow: { readonly wantsEmails?: boolean } | null
}

/** Every change is idempotent: following again keeps the choice of emails. */
export function useChangeFollow() {
  const userId = useUserId()
  return useWrite({
    write: (client, { userId: user_id, shopId: shop_id, follow }: FollowChange) => {
      const follows = client.from('shop_followers')
      if (follow === null) return follows.delete().match({ user_id, shop_id })
      if (follow.wantsEmails === undefined)
        return follows.upsert({ user_id, shop_id }, { onConflict: 'user_id,shop_id', ignoreDuplicates: true })
      return follows.update({ wants_emails: follow.wantsEmails }).match({ user_id, shop_id })
    },
    failure: { title: 'This could not be changed', description: 'Please check your connection and try again.' },
    invalidates: [followerKeys.all(userId)],
  })
}

function fetchFollowedShops(app: AppContext, userId: string, signal: AbortSignal) {
  return read(app, (client) =>
    client
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
