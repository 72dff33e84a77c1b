/** Puts a server under load from 16 connections and counts its answers. */
import autocannon from 'autocannon'

export interface Load {
  url: string
  headers?: Record<string, string>
  method?: 'GET' | 'POST' | undefined
  body?: string | undefined
  seconds: number
  connections?: number
}

/** Answers per second, the median over the seconds of the run. @throws Error when an answer was not a 2xx */
export async function requestsPerSecond({
  url,
  headers,
  method = 'GET',
  body,
  seconds,
  connections = 16,
}: Load): Promise<number> {
  const sent = body === undefined ? {} : { body }
  const result = await autocannon({ url, headers, method, ...sent, duration: seconds, connections })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`)
  return result.requests.p50
}

/** Makes `amount` requests as fast as they go. */
export async function request({
  url,
  headers,
  amount,
}: {
  url: string
  headers?: Record<string, string>
  amount: number
}): Promise<void> {
  const result = await autocannon({ url, headers, amount, connections: 16 })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx + result.errors} requests failed`)
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
