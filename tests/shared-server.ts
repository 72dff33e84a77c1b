/** Servers that the test files of a worker share, one for each configuration. */
import { type DatabaseKind, databases, type RunningServer, startServer, type TestServer } from './harness.ts'

export interface SharedServerOptions {
  /** By default PostgreSQL in `npm test` where it is installed, and PGlite in `npm run test:all`. */
  readonly database?: DatabaseKind | undefined
  /** Added to the harness's environment. Each one has a server of its own. */
  readonly env?: Readonly<Record<string, string>>
  readonly market?: 'sample' | undefined
}

/** The environment of a server with rate limits, whose proxy tells the networks of clients. */
export const behindProxy = { RATE_LIMITS: 'on', TRUST_PROXY: '1' }

/** The servers of a worker that run at the same time. Each takes memory while tests of other folders run. */
const mostServers = 3
/** By configuration, the last used one last. Files of a worker run one after another, and share this module. */
const servers = new Map<string, Promise<TestServer>>()

/**
 * A running server for tests that make their own members and shops and count nothing that others make. A test that reads a whole
 * table, changes the configuration or restarts starts a server of its own. Nobody stops this one: it ends with the worker.
 */
export async function sharedServer({
  database = databases[0] ?? 'pglite',
  env = {},
  market,
}: SharedServerOptions = {}): Promise<RunningServer> {
  const key = JSON.stringify([database, market, Object.entries(env).toSorted()])
  const found = servers.get(key)
  servers.delete(key)
  const start = () => startServer({ database, env: { ...env }, market, endsWithWorker: true })
  const server = found && (await isOpen(found)) ? found : start()
  servers.set(key, server)
  for (const [oldest, unused] of servers) {
    if (servers.size <= mostServers) break
    servers.delete(oldest)
    await (await unused).stop()
  }
  return server
}

/** A server that did not start, or has exited since, is replaced. */
async function isOpen(server: Promise<TestServer>): Promise<boolean> {
  const found = await server.catch(() => undefined)
  return found !== undefined && found.process.exitCode === null && found.process.signalCode === null
}
