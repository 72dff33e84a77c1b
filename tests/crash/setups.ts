/** The set-ups of a crash test: how each is started and killed, and what has to recover. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPglite } from '#backend/database/pglite'
import { openPostgres } from '#backend/database/postgres'
import { copyTemplateFolder } from '#backend/database/testing'
import {
  childrenOf,
  createDatabase,
  dropDatabase,
  isRunning,
  migrationsOf,
  startServer,
  type TestServer,
} from '../harness.ts'
import { stripeSecretKey, webhookSecret } from '../payments/stripe-server.ts'
import type { Random } from './random.ts'
import type { Provider } from './traffic.ts'

export const setups = ['pglite', 'postgres', 'workers'] as const
export type Setup = (typeof setups)[number]

/** What a kill ends. A worker is replaced by its primary. Everything else is started again, as a supervisor would. */
export type Victim = 'server' | 'starting server' | 'primary' | 'worker' | 'primary and workers'

export const victimsOf: Readonly<Record<Setup, readonly Victim[]>> = {
  pglite: ['server', 'server', 'server', 'starting server'],
  postgres: ['server', 'server', 'server', 'starting server'],
  workers: ['worker', 'worker', 'primary', 'primary and workers', 'starting server'],
}

export interface Site {
  /** Starts the server on the port of its predecessor. */
  start(provider: Provider): Promise<TestServer>
  /** Starts the server and kills it before it is ready, if it is not ready sooner. */
  killWhileStarting(provider: Provider, afterMs: number): Promise<void>
  remove(): Promise<void>
}

/** Lets the checks read any table. Only the service key may call it. */
const queryFunction = `
  create function public.run_query(query text) returns jsonb language plpgsql security definer set search_path = public as $$
  declare result jsonb;
  begin
    execute 'select coalesce(jsonb_agg(q), ''[]'') from (' || query || ') q' into result;
    return result;
  end $$;
  revoke execute on function public.run_query(text) from public, anon, authenticated;
  grant execute on function public.run_query(text) to service_role`

/** Creates the database of a set-up. */
export async function createSite(setup: Setup, stripeUrl: string): Promise<Site> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tuckbox-crash-'))
  const databaseUrl = setup === 'pglite' ? undefined : await createDatabase()
  if (databaseUrl) {
    const database = await openPostgres({ url: databaseUrl })
    await database.script(queryFunction)
    await database.close()
  } else {
    const folder = path.join(dataDir, 'database')
    await copyTemplateFolder(folder, migrationsOf())
    const database = await openPglite({ dataDir: folder })
    await database.script(queryFunction)
    await database.close()
  }
  // The first start chooses it, and all others take the same.
  let port = '0'
  const options = (provider: Provider) => ({
    dataDir,
    databaseUrl,
    env: {
      PORT: port,
      // A statement that is slow on a busy machine is not a crash.
      STATEMENT_TIMEOUT_MS: '60000',
      ...(setup === 'workers' ? { WEB_CONCURRENCY: '2' } : {}),
      ...(provider === 'stripe'
        ? { STRIPE_SECRET_KEY: stripeSecretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: stripeUrl }
        : {}),
    },
  })
  return {
    async start(provider) {
      const server = await startServer(options(provider))
      port = new URL(server.url).port
      return server
    },
    async killWhileStarting(provider, afterMs) {
      let pids: number[] = []
      const server = await startServer({
        ...options(provider),
        onSpawn(child) {
          setTimeout(() => {
            if (child.exitCode !== null || child.signalCode !== null) return
            pids = childrenOf(child.pid)
            child.kill('SIGKILL')
          }, afterMs)
        },
      }).catch(() => undefined)
      await server?.stop('SIGKILL')
      for (const pid of pids) killIfRunning(pid)
    },
    async remove() {
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
      if (databaseUrl) await dropDatabase(databaseUrl)
    },
  }
}

/** Kills processes of a server; for `starting server` all of them, before the start that is killed. @returns the processes that have to end by themselves */
export async function kill(server: TestServer, victim: Victim, random: Random): Promise<number[]> {
  const workers = victim === 'server' ? [] : childrenOf(server.process.pid)
  if (victim === 'worker') {
    killIfRunning(random.pick(workers))
    return []
  }
  if (victim === 'primary and workers' || victim === 'starting server') for (const pid of workers) killIfRunning(pid)
  await server.stop('SIGKILL')
  return victim === 'primary' ? workers : []
}

function killIfRunning(pid: number): void {
  if (isRunning(pid)) process.kill(pid, 'SIGKILL')
}

/** Polls until a condition holds. @returns whether it did in time */
export async function holdsWithin(timeoutMs: number, holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const startedMs = Date.now(); !(await holds()); await sleep(20))
    if (Date.now() - startedMs > timeoutMs) return false
  return true
}
