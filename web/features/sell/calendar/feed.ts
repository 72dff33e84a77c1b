/** The private feed of the calendar. Its address is shown once, when it is created. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useMember } from '#features/account/auth'
import { sellerCalendarKeys } from '#keys/seller-calendar'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read, readOptional } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'

const feedSchema = z.object({ created_at: z.string(), read_at: z.string().nullable() }).nullable()

function feedQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: sellerCalendarKeys.feed(userId),
    queryFn: async ({ signal }) =>
      feedSchema.parse(await readOptional(app, (client) => client.rpc('calendar_feed').abortSignal(signal))),
  })
}

export const useFeed = () => useQuery(feedQuery(useApp(), useMember().id))

/** @returns the address of the new feed */
export function useCreateFeed() {
  const { id } = useMember()
  return useWrite({
    run: async (app) => {
      const token = z.string().parse(await read(app, (client) => client.rpc('create_calendar_feed')))
      return new URL(`${app.config.supabaseUrl}/functions/v1/calendar-feed/${token}.ics`, location.href).href
    },
    failure: { title: 'The feed could not be created', description: 'Please try again.' },
    invalidates: [sellerCalendarKeys.feed(id)],
  })
}

export function useRevokeFeed() {
  const { id } = useMember()
  return useWrite({
    write: (client) => client.rpc('revoke_calendar_feed'),
    success: { title: 'The feed is switched off' },
    failure: { title: 'The feed could not be switched off', description: 'Please try again.' },
    invalidates: [sellerCalendarKeys.feed(id)],
  })
}
