/** The query of failed work, and trying it again. The database allows both to administrators only. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { moderationKeys } from '#keys/moderation'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import { toast } from '#ui/toast'

/** Jobs first, because one that fails stops everything that it does. */
export const failedKinds = [
  'job',
  'missing_job',
  'overdue',
  'dispute',
  'refund',
  'transfer',
  'payment_event',
  'email',
  'push',
  'picture',
] as const
export type FailedKind = (typeof failedKinds)[number]

const itemSchema = z.object({
  kind: z.enum(failedKinds),
  id: z.string(),
  what: z.string(),
  at: z.string().nullable(),
  attempts: z.number().nullable(),
  error: z.string().nullable(),
  next_try_at: z.string().nullable(),
  can_retry: z.boolean(),
  amount: z.number().nullable(),
  order_number: z.string().nullable(),
  member_id: z.string().nullable(),
  /** How many of its kind failed. The list has the latest. */
  total: z.number(),
})
const listSchema = z.object({ total: z.number(), items: z.array(itemSchema) })
export type FailedItem = z.output<typeof itemSchema>

const pollIntervalMs = 30_000

function failedWorkQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: moderationKeys.failedWork(userId),
    queryFn: async ({ signal }) =>
      listSchema.parse(await read(app, (client) => client.rpc('failed_work').abortSignal(signal))),
    staleTime: 0,
  })
}

export function useFailedWork(userId: string) {
  return useQuery({ ...failedWorkQuery(useApp(), userId), refetchInterval: pollIntervalMs })
}

/** Tries one item again, or without an id all of a kind. Only a job has ended when this resolves. */
export function useRetryWork(userId: string) {
  return useWrite({
    write: (client, { kind, id }: { kind: FailedKind; id: string | null }) =>
      client.rpc('retry_work', id === null ? { kind } : { kind, id }),
    onSuccess(error) {
      if (error === null) toast({ title: 'Trying again', description: 'It comes back to this list if it fails again.' })
      else toast({ title: 'The job failed again', description: error, variant: 'destructive' })
    },
    failure: { title: 'It could not be tried again', description: 'Please reload the page, and try again.' },
    invalidates: [moderationKeys.failedWork(userId), moderationKeys.log(userId)],
  })
}
