/** What the server outlives: runaway statements, being stopped, being killed. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createDatabase, databases, dropDatabase, startServer, type TestServer } from '../harness.ts'

// supabase-js does not start on Node 20 without one; nothing here opens it.
vi.stubGlobal('WebSocket', WebSocket)

const project = fileURLToPath(new URL('./project', import.meta.url))
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tuckbox-endurance-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const dataDirectory = (name: string) => path.join(folder, name)

const noSession = { auth: { persistSession: false, autoRefreshToken: false } }
const serviceClient = ({ url, serviceKey }: TestServer) => createClient(url, serviceKey, noSession)

describe.each(databases)('on %s', (database) => {
  it('cuts a statement that would run for minutes while other pages go on answering', async () => {
    const server = await startServer({
      database,
      dataDir: dataDirectory(`runaway ${database}`),
      env: { SUPABASE_DIR: project, STATEMENT_TIMEOUT_MS: '1500' },
    })
    const client = createClient(server.url, server.anonKey, noSession)
    let isRunning = true
    const runaway = client.rpc('runaway').then((answer) => {
      isRunning = false
      return answer
    })
    let answered = 0
    while (isRunning) {
      const [health, missing] = await Promise.all([fetch(`${server.url}/health`), fetch(`${server.url}/nowhere`)])
      expect([health.status, missing.status]).toEqual([200, 404])
      answered += 1
    }
    const { error, status } = await runaway
    expect(error?.code).toBe('57014')
    expect(status).toBeGreaterThanOrEqual(500)
    expect(answered).toBeGreaterThan(5)
    expect((await client.from('notes').select()).data).toEqual([])
    expect(await server.stop()).toBe(0)
  })

  it('loses no answered write when it is killed in the middle of many', async () => {
    const dataDir = dataDirectory(`killed ${database}`)
    const databaseUrl = database === 'postgres' ? await createDatabase({ project }) : ''
    const env = { SUPABASE_DIR: project, DATABASE_URL: databaseUrl }
    const answered: string[] = []
    for (let round = 0; round < 3; round += 1) {
      const server = await startServer({ dataDir, env })
      const client = serviceClient(server)
      let isUp = true
      const writers = Array.from({ length: 8 }, async (_, writer) => {
        for (let n = 0; isUp; n += 1) {
          const body = `${round}-${writer}-${n}`
          const { error } = await client.from('notes').insert({ body })
          if (!error) answered.push(body)
          else if (isUp) throw new Error(`a write was refused: ${error.message}`)
        }
      })
      const goal = answered.length + 100
      await vi.waitUntil(() => answered.length >= goal, { timeout: 30_000, interval: 5 })
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
    expect(answered.filter((body) => !kept.has(body))).toEqual([])
    await server.stop()
    if (databaseUrl) await dropDatabase(databaseUrl)
  })

  it('answers what is under way when it is told to stop, and ends with 0', async () => {
    const server = await startServer({
      database,
      dataDir: dataDirectory(`stopped ${database}`),
      env: { SUPABASE_DIR: project, STATEMENT_TIMEOUT_MS: '1500' },
    })
    const client = createClient(server.url, server.anonKey, noSession)
    const underWay = client.rpc('runaway')
    const answer = underWay.then(({ error }) => error?.code)
    await vi.waitFor(async () => {
      expect(await (await fetch(`${server.url}/metrics`)).text()).toContain(
        'http_requests_in_progress{handler="api"} 1',
      )
    })
    const exit = server.stop()
    expect(await answer).toBe('57014')
    expect(await exit).toBe(0)
    await expect(fetch(`${server.url}/health`)).rejects.toThrow()
  })

  it('knows an account, and the session it had, after a restart', async () => {
    const dataDir = dataDirectory(`account ${database}`)
    const databaseUrl = database === 'postgres' ? await createDatabase({ project }) : ''
    const env = { SUPABASE_DIR: project, DATABASE_URL: databaseUrl }
    const credentials = { email: 'ann@example.com', password: 'a long enough password' }
    const before = await startServer({ dataDir, env })
    const client = createClient(before.url, before.anonKey, noSession)
    expect((await client.auth.signUp(credentials)).error).toBeNull()
    const [letter] = await before.mailbox(credentials.email)
    const confirmed = await fetch(letter?.links[0] ?? '', { redirect: 'manual' })
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
    // Signed out everywhere: the session of the other client is gone too.
    await second.auth.signOut({ scope: 'global' })
    const gone = await other.auth.refreshSession({ refresh_token: refreshed.data.session?.refresh_token ?? '' })
    expect(gone.error?.code).toBe('refresh_token_not_found')
    // What supabase-js makes of the answer session_not_found.
    expect((await other.auth.getUser(again.session?.access_token)).error?.name).toBe('AuthSessionMissingError')
    await after.stop()
    if (databaseUrl) await dropDatabase(databaseUrl)
  })
})
