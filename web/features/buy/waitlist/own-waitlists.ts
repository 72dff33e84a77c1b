/** How many members wait for the products of the member's own shop, and for the items of its drops. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { WaitlistCount } from '#domain/catalogue/waitlist'
import { useUserId } from '#features/account/auth'
import { waitlistKeys } from '#keys/waitlist'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'

const pollMs = 60_000

type Counts = ReadonlyMap<string, WaitlistCount>

function ownWaitlistsQuery(app: AppContext, userId: string | null) {
  return queryOptions({
    queryKey: waitlistKeys.own(userId),
    refetchInterval: pollMs,
    queryFn: async ({ signal }): Promise<Counts> => {
      const rows = await read(app, (client) => client.rpc('waitlist_counts').abortSignal(signal))
      const counts = new Map<string, WaitlistCount>()
      for (const { product_id, drop_item_id, waiting, held } of rows) {
        if (drop_item_id !== null) counts.set(drop_item_id, { waiting, reserved: held })
        const before = counts.get(product_id)
        counts.set(product_id, { waiting: waiting + (before?.waiting ?? 0), reserved: held + (before?.reserved ?? 0) })
      }
      return counts
    },
  })
}

const none: Counts = new Map()

/** By the id of a product, with its items in drops, and by the id of an item. @param isOwner whether there is a shop to ask for */
export function useOwnWaitlists(isOwner = true): Counts {
  const userId = useUserId()
  const { data = none } = useQuery({ ...ownWaitlistsQuery(useApp(), userId), enabled: isOwner && userId !== null })
  return data
}

interface SlotCount {
  readonly waiting: number
  readonly held: number
}

/** How many members wait for the full hand-over times of each drop of the member's shop, by the id of the drop. */
export function useOwnDropSlotWaitlists(): ReadonlyMap<string, SlotCount> {
  const app = useApp()
  const userId = useUserId()
  const { data } = useQuery({
    queryKey: waitlistKeys.ownSlots(userId),
    enabled: userId !== null,
    refetchInterval: pollMs,
    queryFn: ({ signal }) => read(app, (client) => client.rpc('slot_waitlist_counts').abortSignal(signal)),
  })
  const counts = new Map<string, SlotCount>()
  for (const { drop_id: drop, waiting, held } of data ?? []) {
    if (drop === null) continue
    const before = counts.get(drop)
    counts.set(drop, { waiting: waiting + (before?.waiting ?? 0), held: held + (before?.held ?? 0) })
  }
  return counts
}
