/** Puts a server under load from 16 connections and counts its responses. */
import autocannon from 'autocannon'

export interface Load {
  url: string
  /** Paths to request instead of the URL's own. Each connection has its share of them, so none is requested twice at a time. */
  paths?: readonly string[]
  headers?: Record<string, string>
  method?: 'GET' | 'POST' | undefined
  body?: string | undefined
  seconds: number
  connections?: number
}

/** Responses per second, the median over the seconds of the run. @throws Error if a response is not 2xx */
export async function requestsPerSecond({
  url,
  paths,
  headers,
  method = 'GET',
  body,
  seconds,
  connections = 16,
}: Load): Promise<number> {
  const sent = body === undefined ? {} : { body }
  let opened = 0
  const share = {
    setupClient(client: autocannon.Client) {
      const own = paths?.filter((_, n) => n % connections === opened) ?? []
      opened += 1
      client.setRequests(own.map((path) => ({ path, method, headers })))
    },
  }
  const result = await autocannon({
    url,
    headers,
    method,
    ...sent,
    ...(paths ? share : {}),
    duration: seconds,
    connections,
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} responses were not 2xx, ${result.errors} failed`)
  return result.requests.p50
}

/** Sends `amount` requests at full speed. */
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
