/** Resilience of the server: runaway statements, a stop, a kill, a restart. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createDatabase, databases, dropDatabase, noSession, startServer, type TestServer } from '../harness.ts'

// supabase-js needs a WebSocket to start, and Node 20 has none.
vi.stubGlobal('WebSocket', WebSocket)

const project = fileURLToPath(new URL('./project', import.meta.url))
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tuckbox-resilience-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const dataDirectory = (name: string) => path.join(folder, name)

const serviceClient = ({ url, serviceKey }: TestServer) => createClient(url, serviceKey, noSession)

describe.each(databases)('The server on %s', (database) => {
  it('cancels a runaway statement, and responds to other requests meanwhile', async () => {
    const server = await startServer({
      database,
      dataDir: dataDirectory(`runaway ${database}`),
      env: { SUPABASE_DIR: project, STATEMENT_TIMEOUT_MS: '1500' },
    })
    const client = createClient(server.url, server.anonKey, noSession)
    let isRunning = true
    const runaway = client.rpc('runaway').then((response) => {
      isRunning = false
      return response
    })
    let responses = 0
    while (isRunning) {
      const [health, missing] = await Promise.all([fetch(`${server.url}/health`), fetch(`${server.url}/nowhere`)])
      expect([health.status, missing.status]).toEqual([200, 404])
      responses += 1
    }
    const { error, status } = await runaway
    expect(error?.code).toBe('57014')
    expect(status).toBeGreaterThanOrEqual(500)
    expect(responses).toBeGreaterThan(5)
    expect((await client.from('notes').select()).data).toEqual([])
    expect(await server.stop()).toBe(0)
  })

  it('loses no confirmed write when it is killed', async () => {
    const dataDir = dataDirectory(`killed ${database}`)
    const databaseUrl = database === 'postgres' ? await createDatabase({ project }) : ''
    const env = { SUPABASE_DIR: project, DATABASE_URL: databaseUrl }
    const confirmed: string[] = []
    for (let round = 0; round < 3; round += 1) {
      const server = await startServer({ dataDir, env })
      const client = serviceClient(server)
      let isUp = true
      const writers = Array.from({ length: 8 }, async (_, writer) => {
        for (let n = 0; isUp; n += 1) {
          const body = `${round}-${writer}-${n}`
          const { error } = await client.from('notes').insert({ body })
          if (!error) confirmed.push(body)
          else if (isUp) throw new Error(`a write failed: ${error.message}`)
        }
      })
      const goal = confirmed.length + 100
      await vi.waitUntil(() => confirmed.length >= goal, { timeout: 30_000, interval: 5 })
      isUp = false
      await server.stop('SIGKILL')
      await Promise.all(writers)
    }
    const server = await startServer({ dataDir, env })
    const kept = new Set<string>()
    for (let from = 0; ; from += 50) {
      const { data } = await serviceClient(server)
        .from('notes')
        .select('body')
        .order('id')
        .range(from, from + 49)
      for (const { body } of data ?? []) kept.add(body)
      if (!data || data.length < 50) break
    }
    expect(confirmed.filter((body) => !kept.has(body))).toEqual([])
    await server.stop()
    if (databaseUrl) await dropDatabase(databaseUrl)
  }, 180_000)

  it('finishes open requests at a stop, and exits with 0', async () => {
    const server = await startServer({
      database,
      dataDir: dataDirectory(`stopped ${database}`),
      env: { SUPABASE_DIR: project, STATEMENT_TIMEOUT_MS: '6000' },
    })
    const client = createClient(server.url, server.anonKey, noSession)
    const openRequest = client.rpc('runaway')
    const errorCode = openRequest.then(({ error }) => error?.code)
    await vi.waitFor(
      async () => {
        expect(await (await fetch(`${server.url}/metrics`)).text()).toContain(
          'http_requests_in_progress{handler="rpc"} 1',
        )
      },
      { timeout: 5_000 },
    )
    const exit = server.stop()
    expect(await errorCode).toBe('57014')
    expect(await exit).toBe(0)
    await expect(fetch(`${server.url}/health`)).rejects.toThrow()
  })

  it('keeps a member’s account and session after a restart', async () => {
    const dataDir = dataDirectory(`account ${database}`)
    const databaseUrl = database === 'postgres' ? await createDatabase({ project }) : ''
    const env = { SUPABASE_DIR: project, DATABASE_URL: databaseUrl }
    const credentials = { email: 'ann@example.com', password: 'a long enough password' }
    const before = await startServer({ dataDir, env })
    const client = createClient(before.url, before.anonKey, noSession)
    expect((await client.auth.signUp(credentials)).error).toBeNull()
    const [email] = await before.mailbox(credentials.email)
    const confirmed = await fetch(email?.links[0] ?? '', { redirect: 'manual' })
    expect(confirmed.headers.get('location')).toContain('access_token=')
    const { data } = await client.auth.signInWithPassword(credentials)
    const refreshToken = data.session?.refresh_token ?? ''
    await before.stop()

    const after = await startServer({ dataDir, env })
    const other = createClient(after.url, after.anonKey, noSession)
    const refreshed = await other.auth.refreshSession({ refresh_token: refreshToken })
    expect(refreshed.data.user?.email).toBe(credentials.email)
    const second = createClient(after.url, after.anonKey, noSession)
    const { data: again } = await second.auth.signInWithPassword(credentials)
    // A global sign-out also ends the session of the other client.
    await second.auth.signOut({ scope: 'global' })
    const gone = await other.auth.refreshSession({ refresh_token: refreshed.data.session?.refresh_token ?? '' })
    expect(gone.error?.code).toBe('refresh_token_not_found')
    // supabase-js turns session_not_found into this error.
    expect((await other.auth.getUser(again.session?.access_token)).error?.name).toBe('AuthSessionMissingError')
    await after.stop()
    if (databaseUrl) await dropDatabase(databaseUrl)
  })
})
