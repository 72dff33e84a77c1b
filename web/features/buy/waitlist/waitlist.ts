/** The member's places on waitlists, and what is held for them. */
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Offer, openOffer, type WaitlistEntry } from '#domain/catalogue/waitlist'
import { isUuid } from '#domain/values/ids'
import { useUserId, useWishes } from '#features/account/auth'
import { waitlistKeys } from '#keys/waitlist'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { useNow } from '#platform/clock.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'

/** An offer is told by a notification as well, so this need not be quick. */
const pollMs = 30_000

/** @param userId null for visitors, who wait for nothing */
function entriesQuery(app: AppContext, userId: string | null) {
  return queryOptions({
    queryKey: waitlistKeys.all(userId),
    queryFn:
      userId === null
        ? skipToken
        : ({ signal }): Promise<readonly WaitlistEntry[]> =>
            read(app, (client) =>
              client
                .from('waitlist_entries')
                .select('product_id, drop_item_id, offered, offered_until')
                .abortSignal(signal),
            ),
  })
}

function useEntries() {
  return useQuery({
    ...entriesQuery(useApp(), useUserId()),
    refetchInterval: ({ state: { data } }) => (data?.length ? pollMs : false),
  })
}

/** The member's entry for a product. */
export function useWaitlistEntry(productId: string): WaitlistEntry | null {
  const { data } = useEntries()
  return data?.find(({ product_id }) => product_id === productId) ?? null
}

/** Finds what is held for the member of a product now. */
export function useOffers(): (productId: string) => Offer | null {
  const { data } = useEntries()
  const now = useNow()
  return useCallback((productId) => offerIn(data ?? [], productId, now), [data, now])
}

function offerIn(entries: readonly WaitlistEntry[], productId: string, now: Date): Offer | null {
  const entry = entries.find(({ product_id }) => product_id === productId)
  return entry ? openOffer(entry, now) : null
}

/** As `useOffers`, for event handlers of a member's page. */
export async function fetchOffers(app: AppContext, userId: string): Promise<(productId: string) => Offer | null> {
  const entries = await app.queryClient.fetchQuery(entriesQuery(app, userId))
  return (productId) => offerIn(entries, productId, app.clock.now())
}

/** The products that the member waits for, the oldest first. */
export function waitedForQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: waitlistKeys.products(userId),
    queryFn: ({ signal }) =>
      read(app, (client) =>
        client
          .from('waitlist_entries')
          .select('product:products!inner(id, name, image, shop:shops!inner(name))')
          .order('created_at')
          .abortSignal(signal),
      ),
  })
}

export function useJoinWaitlist() {
  return useWrite({
    write: (client, { productId }: { productId: string }) => client.rpc('join_waitlist', { product_id: productId }),
    success: { title: 'You’re on the waitlist', description: 'We’ll tell you when it’s back.' },
    failure: { title: 'You were not added to the waitlist' },
    invalidates: [['me']],
  })
}

export function useLeaveWaitlist() {
  return useWrite({
    write: (client, { productId }: { productId: string }) => client.rpc('leave_waitlist', { product_id: productId }),
    failure: { title: 'The waitlist could not be changed' },
    invalidates: [['me']],
  })
}

const prefix = 'waitlist:'

/** What a visitor wants who is asked to sign in first. */
export function waitlistWish(productId: string): string {
  return prefix + productId
}

/** Adds a member to the waitlist that they wanted to join before they signed up. */
export function useWaitlistWish(): void {
  const { mutate } = useJoinWaitlist()
  const grant = useCallback(
    (productId: string) => {
      if (isUuid(productId)) mutate({ productId })
    },
    [mutate],
  )
  useWishes(prefix, grant)
}
