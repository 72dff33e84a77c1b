/** The query cache: stale times, retries and garbage collection. */
import { QueryClient } from '@tanstack/react-query'
import { isRefusal } from './unwrap.ts'

const maximumRetries = 3

/** 1 s, 2 s, 4 s and so on, at most 30 s. */
export function retryDelayMs(failures: number): number {
  return Math.min(1_000 * 2 ** failures, 30_000)
}

/** The server does not retry: the visitor is waiting, and the browser retries anyway. */
export function createQueryClient(runtime: 'browser' | 'server'): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        gcTime: runtime === 'server' ? Number.POSITIVE_INFINITY : 5 * 60_000,
        retry: (failures, error) => runtime === 'browser' && failures < maximumRetries && !isRefusal(error),
        retryDelay: retryDelayMs,
      },
      mutations: { retry: false },
    },
  })
}
