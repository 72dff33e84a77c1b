/** The full slots that the member waits for, and the places that are held for them. */
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useUserId } from '#features/account/auth'
import { waitlistKeys } from '#keys/waitlist'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'

/** An offer is told by a notification as well, so this need not be quick. */
const pollMs = 30_000

/** @param userId null for visitors, who wait for nothing */
function slotEntriesQuery(app: AppContext, userId: string | null) {
  return queryOptions({
    queryKey: waitlistKeys.slots(userId),
    queryFn:
      userId === null
        ? skipToken
        : ({ signal }) =>
            read(app, (client) =>
              client
                .from('slot_waitlist_entries')
                .select(
                  'id, shop_id, fulfilment, on_date, start_time, end_time, offered_until, shop:shops!inner(name, slug)',
                )
                .order('on_date')
                .order('start_time')
                .abortSignal(signal),
            ),
  })
}

/** The soonest first. */
export function useSlotEntries() {
  const { data = [] } = useQuery({
    ...slotEntriesQuery(useApp(), useUserId()),
    refetchInterval: ({ state: { data: found } }) => (found?.length ? pollMs : false),
  })
  return data
}

/** A day of posting has no hours. */
type Time = { date: string; start_time?: string; end_time?: string }

/** The part of an order for one shop, with the slot to wait for. */
export type SlotWish = {
  shop_id: string
  fulfilment: string
  pickup?: Time
  delivery?: Time
  items: { product_id: string; quantity: number }[]
}

/** A refusal often means that the slot is free again, or gone. */
const invalidates = [['me'], ['offered-days']]

export function useJoinSlotWaitlist() {
  return useWrite({
    write: (client, wish: SlotWish) => client.rpc('join_slot_waitlist', { order: wish }),
    success: { title: 'You’re on the waitlist', description: 'We’ll tell you when this time has a place.' },
    failure: { title: 'You were not added to the waitlist' },
    invalidates,
  })
}

export function useLeaveSlotWaitlist() {
  return useWrite({
    write: (client, { entryId }: { entryId: string }) => client.rpc('leave_slot_waitlist', { entry_id: entryId }),
    failure: { title: 'The waitlist could not be changed' },
    invalidates,
  })
}
