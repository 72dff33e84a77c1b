/** The query cache: stale times, retries and garbage collection. Writes report and refetch by their `meta`. */
import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { toast } from '#ui/toast'
import { messageFor, ownMessage } from './message-for.ts'
import { refetchKeepingPages } from './refetch.ts'
import { isRefusal } from './unwrap.ts'

/** The toast after a success. */
export interface Success {
  title: string
  description?: string
}

/** The toast after a failure. A message that is written for members replaces the description. */
export interface Failure {
  title: string
  description?: string
  /** The description stands for an unreachable server too. */
  coversOutage?: boolean
}

/** The `meta` of a mutation. What depends on the result stands in the mutation's own `onSuccess`. */
interface WriteMeta extends Record<string, unknown> {
  success?: Success
  failure?: Failure
  /** Queries to refetch after a success and after a failure: a refusal often means that the screen is out of date. */
  invalidates?: readonly QueryKey[]
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: WriteMeta
  }
}

const maximumRetries = 3

/** 1 s, 2 s, 4 s and so on, at most 30 s. */
export function retryDelayMs(failures: number): number {
  return Math.min(1_000 * 2 ** failures, 30_000)
}

/** The server does not retry: the visitor is waiting, and the browser retries anyway. */
export function createQueryClient(runtime: 'browser' | 'server'): QueryClient {
  const client = new QueryClient({
    mutationCache: new MutationCache({
      onSuccess(_data, _variables, _result, { meta }) {
        if (meta?.success) toast(meta.success)
      },
      onError(error, _variables, _result, { meta }) {
        if (!meta?.failure) return
        const { title, description, coversOutage = false } = meta.failure
        const reason = coversOutage ? (ownMessage(error) ?? description) : messageFor(error, description)
        toast({ title, description: reason, variant: 'destructive' })
      },
      // Not awaited, so that a form closes and its toast appears at once.
      onSettled(_data, _error, _variables, _result, { meta }) {
        for (const queryKey of meta?.invalidates ?? []) void refetchKeepingPages(client, { queryKey })
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        gcTime: runtime === 'server' ? Number.POSITIVE_INFINITY : 5 * 60_000,
        retry: (failures, error) => runtime === 'browser' && failures < maximumRetries && !isRefusal(error),
        retryDelay: retryDelayMs,
      },
      // Without a connection a write fails at once. By default it would wait, with its form busy.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}
