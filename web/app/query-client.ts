/** The data cache and how long things live in it. */
import { QueryClient } from '@tanstack/react-query'
import { isRefusal } from './unwrap.ts'

const maximumRetries = 3

/** 1 s, 2 s, 4 s, never more than 30 s. */
export function retryDelayMs(failures: number): number {
  return Math.min(1_000 * 2 ** failures, 30_000)
}

/** On the server nothing is tried twice: the visitor waits, and the browser tries again anyway. */
export function createQueryClient(place: 'browser' | 'server'): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        gcTime: place === 'server' ? Number.POSITIVE_INFINITY : 5 * 60_000,
        retry: (failures, error) => place === 'browser' && failures < maximumRetries && !isRefusal(error),
        retryDelay: retryDelayMs,
      },
      mutations: { retry: false },
    },
  })
}
