/** Finds members, orders and shops for an administrator who helps. The database logs each member that is shown. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { everything } from '#keys/member-keys'
import { moderationKeys } from '#keys/moderation'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import { reportStates } from './queue.ts'

const orderSchema = z.object({
  id: z.string(),
  number: z.string(),
  shop: z.string(),
  status: z.string(),
  total: z.number(),
  placed_at: z.string(),
})

const memberSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  joined_at: z.string(),
})

const shopSchema = z.object({ id: z.string(), name: z.string(), slug: z.string(), status: z.string() })

const foundSchema = z.object({
  members: z.array(memberSchema),
  orders: z.array(orderSchema.extend({ buyer_id: z.string().nullable() })),
  shops: z.array(shopSchema.extend({ owner_id: z.string().nullable() })),
})
export type FoundRecords = z.output<typeof foundSchema>
export type FoundOrder = z.output<typeof orderSchema>

const memberDetailSchema = memberSchema.extend({
  is_administrator: z.boolean(),
  suspension: z.object({ reason: z.string(), suspended_at: z.string() }).nullable(),
  shop: shopSchema.extend({ reason: z.string().nullable() }).nullable(),
  orders: z.array(orderSchema),
  reports_sent: z.number(),
  reports: z.array(
    z.object({ id: z.string(), subject: z.string(), reason: z.string(), state: reportStates, created_at: z.string() }),
  ),
})
export type MemberDetail = z.output<typeof memberDetailSchema>

/** A write, because each call writes to the log: it runs once, when an administrator presses the button. */
export function useFind() {
  return useWrite({
    run: async (app, query: string): Promise<FoundRecords> =>
      foundSchema.parse(await read(app, (client) => client.rpc('find_for_support', { query }))),
    failure: 'shown',
  })
}

function memberQuery(app: AppContext, userId: string, memberId: string) {
  return queryOptions({
    queryKey: moderationKeys.member(userId, memberId),
    queryFn: async ({ signal }): Promise<MemberDetail> => {
      const wanted = { member_id: memberId }
      const found = await read(app, (client) => client.rpc('member_for_support', wanted).abortSignal(signal))
      return memberDetailSchema.parse(found)
    },
    // Each request is a row of the log.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    retry: false,
  })
}

export function useMemberDetail(userId: string, memberId: string) {
  return useQuery(memberQuery(useApp(), userId, memberId))
}

export type SuspensionAction = 'suspend' | 'restore'

/** Suspends or restores a member, and in the same step their shop if `with_shop`. */
export function useSuspension(memberId: string, action: SuspensionAction) {
  return useWrite({
    write: (client, { reason, withShop }: { reason: string; withShop: boolean }) => {
      const values = { member_id: memberId, reason: reason.trim(), with_shop: withShop }
      return client.rpc(action === 'suspend' ? 'suspend_member' : 'restore_member', values)
    },
    success: { title: 'Decision saved', description: 'It is now in the log.' },
    failure: 'shown',
    // Any cached list may include the member's shop.
    invalidates: everything,
  })
}
