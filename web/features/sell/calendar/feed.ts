/** The private feed of the calendar. Its address is shown once, when it is created. */
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useMember } from '#features/account/auth'
import { sellerCalendarKeys } from '#keys/seller-calendar'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { unwrap, unwrapOptional } from '#platform/unwrap.ts'

const feedSchema = z.object({ created_at: z.string(), read_at: z.string().nullable() }).nullable()

function feedQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: sellerCalendarKeys.feed(userId),
    queryFn: async ({ signal }) =>
      feedSchema.parse(unwrapOptional(await (await app.supabase()).rpc('calendar_feed').abortSignal(signal))),
  })
}

export const useFeed = () => useQuery(feedQuery(useApp(), useMember().id))

/** @returns the address of the new feed */
export function useCreateFeed() {
  const app = useApp()
  const { id } = useMember()
  return useMutation({
    mutationFn: async () => {
      const token = z.string().parse(unwrap(await (await app.supabase()).rpc('create_calendar_feed')))
      return new URL(`${app.config.supabaseUrl}/functions/v1/calendar-feed/${token}.ics`, location.href).href
    },
    meta: {
      failure: { title: 'The feed could not be created', description: 'Please try again.' },
      invalidates: [sellerCalendarKeys.feed(id)],
    },
  })
}

export function useRevokeFeed() {
  const app = useApp()
  const { id } = useMember()
  return useMutation({
    mutationFn: async () => {
      unwrapOptional(await (await app.supabase()).rpc('revoke_calendar_feed'))
    },
    meta: {
      success: { title: 'The feed is switched off' },
      failure: { title: 'The feed could not be switched off', description: 'Please try again.' },
      invalidates: [sellerCalendarKeys.feed(id)],
    },
  })
}
