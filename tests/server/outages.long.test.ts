/** Outages around the server: its PostgreSQL crashes and returns, its disk is full, and it is stopped under load. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createClient, type RealtimePostgresInsertPayload } from '@supabase/supabase-js'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createTestDatabase } from '#backend/database/testing'
import { startPostgres } from '../../scripts/postgres.mjs'
import { createDatabase, databases, dropDatabase, startServer, type TestServer } from '../harness.ts'
import { serviceUser, subscribeToChanges } from '../protocol/realtime-clients.ts'

const notes = fileURLToPath(new URL('./project', import.meta.url))
const rooms = fileURLToPath(new URL('../protocol/realtime-project', import.meta.url))
const pollOptions = { timeout: 20_000, interval: 20 }

interface Answer {
  readonly id: number
  readonly status: number
  readonly sentMs: number
}

/** Inserts rows into a table as fast as they are answered, in several loops. */
function startWriters({ url, serviceKey }: TestServer, table: string, toRow: (id: number) => object) {
  const answers: Answer[] = []
  let isWriting = true
  let lastId = 0
  const headers = { apikey: serviceKey, authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' }
  const loops = Array.from({ length: 8 }, async () => {
    while (isWriting) {
      lastId += 1
      const [id, sentMs] = [lastId, performance.now()]
      const body = JSON.stringify(toRow(id))
      const response = await fetch(`${url}/rest/v1/${table}`, { method: 'POST', headers, body }).catch(() => undefined)
      await response?.text().catch(() => {})
      // 0 without a response.
      answers.push({ id, status: response?.status ?? 0, sentMs })
      if (response?.status !== 201) await delay(20)
    }
  })
  const written = () => answers.filter(({ status }) => status === 201).map(({ id }) => id)
  return {
    answers,
    written,
    async until(count: number) {
      const goal = written().length + count
      await vi.waitUntil(() => written().length >= goal, pollOptions)
    },
    async stop() {
      isWriting = false
      await Promise.all(loops)
    },
  }
}

/** Which of these ids a table lacks. */
async function missingFrom(server: TestServer, table: string, column: string, ids: readonly number[]) {
  const { client } = serviceUser(server)
  const kept = new Set<number>()
  for (let from = 0; ; from += 50) {
    const { data, error } = await client
      .from(table)
      .select(column)
      .order('id')
      .range(from, from + 49)
    if (error) throw error
    for (const row of z.array(z.record(z.string(), z.coerce.number())).parse(data)) kept.add(row[column] ?? 0)
    if (data.length < 50) break
  }
  return ids.filter((id) => !kept.has(id))
}

it.runIf(databases.includes('postgres'))(
  'The server answers 503 while its PostgreSQL is gone, and serves again with all answered writes once it is back',
  async () => {
    const postgres = await startPostgres()
    if (!postgres) throw new Error('PostgreSQL could not be started')
    const databaseUrl = await createTestDatabase(postgres.url, { migrations: path.join(rooms, 'migrations') })
    const server = await startServer({ databaseUrl, env: { SUPABASE_DIR: rooms } })
    const subscriber = serviceUser(server)
    try {
      const received = new Set<number>()
      const changes = { event: 'INSERT', schema: 'public', table: 'messages' } as const
      const channel = subscriber.client.channel('room')
      channel.on('postgres_changes', changes, ({ new: row }: RealtimePostgresInsertPayload<{ id: number }>) =>
        received.add(row.id),
      )
      await subscribeToChanges(channel)
      const writers = startWriters(server, 'messages', (id) => ({ id, room: 1, body: 'x' }))
      await writers.until(50)
      const crashedMs = performance.now()
      await postgres.crash()
      const goneMs = performance.now()
      await delay(1_500)
      expect((await fetch(`${server.url}/health`)).status).toBe(200)
      expect((await fetch(`${server.url}/ready`)).status).toBe(503)
      const backMs = performance.now()
      await postgres.start()
      await expect.poll(async () => (await fetch(`${server.url}/ready`)).status, pollOptions).toBe(200)
      await writers.until(50)
      const latest = writers.written().at(-1) ?? 0
      await vi.waitUntil(() => [...received].some((id) => id > latest), pollOptions)
      await writers.stop()
      // No request waits for the database, and none is answered as if it had failed by itself.
      const meanwhile = writers.answers.filter(({ sentMs }) => sentMs > goneMs && sentMs < backMs)
      expect(new Set(meanwhile.map(({ status }) => status))).toEqual(new Set([503]))
      const failed = writers.answers.filter(({ status, sentMs }) => status !== 201 && sentMs < crashedMs - 100)
      expect(failed).toEqual([])
      expect(await missingFrom(server, 'messages', 'id', writers.written())).toEqual([])
      expect(server.process.exitCode).toBeNull()
    } finally {
      await subscriber.disconnect()
      await server.stop()
      await postgres.stop()
    }
  },
)

describe.each([...databases, ...(databases.includes('postgres') ? ['two workers'] : [])])('A server on %s', (setup) => {
  it('that is stopped under load finishes its open requests, and keeps each answered write', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-stopped-'))
    const database = setup === 'pglite' ? 'pglite' : 'postgres'
    const databaseUrl = database === 'postgres' ? await createDatabase({ project: notes }) : undefined
    const env = { SUPABASE_DIR: notes, ...(setup === 'two workers' ? { WEB_CONCURRENCY: '2' } : {}) }
    const options = { dataDir: folder, databaseUrl, env }
    const server = await startServer(options)
    const writers = startWriters(server, 'notes', (id) => ({ body: String(id) }))
    await writers.until(200)
    const stoppedMs = performance.now()
    const exitCode = await server.stop()
    await writers.stop()
    const again = await startServer(options)
    const missing = await missingFrom(again, 'notes', 'body', writers.written())
    await again.stop()
    if (databaseUrl) await dropDatabase(databaseUrl)
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    expect(exitCode).toBe(0)
    const open = writers.answers.filter(({ sentMs }) => sentMs < stoppedMs)
    expect(open.filter(({ status }) => status !== 201)).toEqual([])
    expect(missing).toEqual([])
  })
})

it('An upload to a full disk is refused with 507 and leaves nothing, and succeeds once there is space', async ({
  skip,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-full-'))
  const objects = path.join(folder, 'storage')
  mkdirSync(objects)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', objects], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return skip('needs root, to mount a file system of one megabyte')
  }
  const server = await startServer({ dataDir: folder, env: { SUPABASE_DIR: notes } })
  try {
    // The server closes the connection of an upload that it did not read to its end, so another request must not use it.
    const { storage } = createClient(server.url, server.serviceKey, { global: { headers: { connection: 'close' } } })
    await storage.createBucket('files')
    const files = storage.from('files')
    const small = randomBytes(300_000)
    expect((await files.upload('kept', small)).error).toBeNull()
    for (const upsert of [false, true]) {
      const { error } = await files.upload(upsert ? 'kept' : 'large', randomBytes(1_500_000), { upsert })
      expect(error).toMatchObject({ status: 507, message: 'There is no space left for files' })
    }
    const { data } = await files.download('kept')
    expect(data && Buffer.from(await data.arrayBuffer()).equals(small)).toBe(true)
    expect((await files.list()).data?.map(({ name }) => name)).toEqual(['kept'])
    expect(readdirSync(path.join(objects, 'incoming'))).toEqual([])
    expect((await files.upload('other', small)).error).toBeNull()
    expect((await fetch(`${server.url}/ready`)).status).toBe(200)
  } finally {
    await server.stop()
    execFileSync('umount', [objects])
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
})
