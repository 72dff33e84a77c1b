/** Two workers of a server on PostgreSQL: their processes, metrics and connections. */
import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { WebSocket } from 'ws'
import { childrenOf, noSession, startServer, type TestServer } from '../harness.ts'

/** Polls until a condition holds. The error at a timeout describes it. */
export async function until(
  condition: string,
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 40_000,
): Promise<void> {
  for (const startedMs = Date.now(); !(await holds()); await delay(50))
    if (Date.now() - startedMs > timeoutMs) throw new Error(`Timed out waiting until ${condition}`)
}

export interface Connection {
  request(path: string, headers?: Record<string, string>): Promise<{ status: number; body: string }>
  close(): void
}

/** A keep-alive connection. All its requests go to the worker that accepted it. */
function openConnection({ url }: TestServer): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    request: (path, headers = {}) =>
      new Promise((resolve, reject) => {
        const sent = get(url + path, { agent, headers, timeout: 5_000 }, (response) => {
          let body = ''
          response.on('data', (chunk: Buffer) => {
            body += chunk
          })
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
          response.on('error', reject)
        })
        sent.on('timeout', () => sent.destroy(new Error('no response in five seconds')))
        sent.on('error', reject)
      }),
    close: () => agent.destroy(),
  }
}

export async function startTwoWorkers() {
  const server = await startServer({
    database: 'postgres',
    env: { WEB_CONCURRENCY: '2', RATE_LIMITS: 'on', TRUST_PROXY: '1' },
  })
  const connection = () => openConnection(server)
  const metric = async (name: string) => {
    // A new connection, because the worker of an old one may be gone.
    const { request, close } = connection()
    const { body } = await request('/metrics')
    close()
    return Number(
      body
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length),
    )
  }
  return {
    server,
    connection,
    metric,
    workers: () => childrenOf(server.process.pid),
    countRequests: () => metric('http_requests_total{handler="rest",method="GET",status="401"}'),
    async sql(text: string): Promise<Record<string, unknown>[]> {
      const database = new pg.Client({ connectionString: server.databaseUrl })
      await database.connect()
      try {
        const { rows } = await database.query(text)
        return rows
      } finally {
        await database.end()
      }
    },
    client: () =>
      createClient(server.url, server.anonKey, { ...noSession, realtime: { transport: WebSocket as never } }),
  }
}
