/** Time from an insert over HTTP to the other client's callback beside 500 active rooms, and the cost of publishing a table for writers. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { WebSocket, WebSocketServer } from 'ws'
import type { Database } from '../backend/database/database.ts'
import { openTestDatabase, openTestPostgres } from '../backend/database/testing.ts'
import { databases, startServer, type TestServer } from '../tests/harness.ts'
import {
  memberToken,
  newUser,
  openSocket,
  serviceUser,
  subscribeToChanges,
} from '../tests/protocol/realtime-clients.ts'
import { realtimeRooms } from './realtime-rooms.ts'
import { median, percentile } from './traffic/statistics.ts'

const project = fileURLToPath(new URL('../tests/protocol/realtime-project', import.meta.url))
const otherRooms = 500
const roomsPerSocket = 10
const messages = 200
/** Messages a second in the other rooms. */
const backgroundRate = 20
const goals = { medianMs: 60, p95Ms: 150 }

export async function realtime(): Promise<void> {
  await realtimeRooms()
  for (const database of databases) {
    const server = await startServer({ database, env: { SUPABASE_DIR: project } })
    const bare = await bareRoundTrips()
    const received = await throughServer(server)
    const p95 = percentile(received, 0.95)
    const isReached = median(received) < goals.medianMs && p95 < goals.p95Ms
    console.log(
      `${database}: insert to callback ${ms(median(received))}, p95 ${ms(p95)}; a bare loopback round trip ${ms(median(bare))}, p95 ` +
        `${ms(percentile(bare, 0.95))} (goal: under ${goals.medianMs} and ${goals.p95Ms} ms: ${isReached ? 'reached' : 'MISSED'})`,
    )
    await server.stop()
  }
  console.log(`pglite: ${await compareWrites(await openTestDatabase({ timeoutMs: 60_000 }))}`)
  if (!databases.includes('postgres')) return
  console.log(
    `postgres: ${await compareWrites(await openTestPostgres(process.env.TEST_POSTGRES_URL ?? '', { timeoutMs: 60_000 }))}`,
  )
}

async function throughServer(server: TestServer): Promise<number[]> {
  const admin = serviceUser(server)
  const subscriber = await newUser(server)
  const write = async (table: string, rows: object) => {
    const { error } = await admin.client.from(table).insert(rows)
    if (error) throw new Error(error.message)
  }
  await write('room_members', { room: 0, person: subscriber.id })
  const others = await Promise.all(
    Array.from({ length: otherRooms / roomsPerSocket }, (_, n) => subscribeToOthers(server, write, n)),
  )
  let onMessage = (_body: string) => {}
  await subscribeToChanges(
    subscriber.client
      .channel('measured')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'messages', filter: 'room=eq.0' }, (change) =>
        onMessage(String(change.new.body)),
      ),
  )
  let background = 0
  const timer = setInterval(() => {
    background += 1
    write('messages', { room: 1 + (background % otherRooms), body: 'meanwhile' }).catch(() => {})
  }, 1_000 / backgroundRate)
  const times: number[] = []
  for (let n = 0; n < messages; n += 1) {
    const startedMs = performance.now()
    const received = new Promise<void>((resolve) => {
      onMessage = (body) => body === `message ${n}` && resolve()
    })
    await Promise.all([
      write('messages', { room: 0, body: `message ${n}` }),
      received.then(() => times.push(performance.now() - startedMs)),
    ])
  }
  clearInterval(timer)
  for (const { socket } of others) socket.close()
  await subscriber.disconnect()
  return times
}

/** Subscribes a new user to ten other rooms. */
async function subscribeToOthers(server: TestServer, write: (table: string, rows: object) => Promise<void>, n: number) {
  const id = crypto.randomUUID()
  const rooms = Array.from({ length: roomsPerSocket }, (_, room) => 1 + n * roomsPerSocket + room)
  await write(
    'room_members',
    rooms.map((room) => ({ room, person: id })),
  )
  const other = await openSocket(server)
  const access_token = await memberToken(id)
  for (const room of rooms) {
    const postgres_changes = [{ event: 'INSERT', schema: 'public', table: 'messages', filter: `room=eq.${room}` }]
    await other.reply(other.send(`realtime:${room}`, 'phx_join', { config: { postgres_changes }, access_token }))
  }
  return other
}

/** Round trips through a minimal server that sends a WebSocket message for each request. */
async function bareRoundTrips(): Promise<number[]> {
  const sockets = new WebSocketServer({ noServer: true })
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      for (const socket of sockets.clients) socket.send('received')
      response.writeHead(201).end()
    })
  })
  server.on('upgrade', (request, socket, head) => sockets.handleUpgrade(request, socket, head, () => {}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const socket = new WebSocket(`ws://${host}`)
  await new Promise((resolve) => socket.once('open', resolve))
  const times: number[] = []
  for (let n = 0; n < messages; n += 1) {
    const startedMs = performance.now()
    const received = new Promise((resolve) => socket.once('message', resolve))
    await Promise.all([
      fetch(`http://${host}`, { method: 'POST', body: '{"room":0}' }),
      received.then(() => times.push(performance.now() - startedMs)),
    ])
  }
  socket.close()
  server.close()
  return times
}

/** Compares inserts into a published table with inserts into an unpublished one. */
async function compareWrites(database: Database): Promise<string> {
  await database.script(`
    create table public.unpublished (id bigint generated always as identity primary key, room int, body text, sent_at timestamptz default now());
    create table public.published (like public.unpublished including all);
    alter publication supabase_realtime add table public.published;`)
  const insert = (table: string, rows: number) =>
    database.run({
      text: `insert into public.${table} (room, body) select 1, repeat('x', 80) from generate_series(1, ${rows})`,
      values: [],
    })
  const timed = async (work: () => Promise<unknown>) => {
    const startedMs = performance.now()
    await work()
    return performance.now() - startedMs
  }
  const oneByOne = async (table: string) => {
    for (let n = 0; n < 1_000; n += 1) await insert(table, 1)
  }
  const times: Record<string, number[]> = {
    unpublishedBulk: [],
    publishedBulk: [],
    unpublishedSingle: [],
    publishedSingle: [],
  }
  for (let round = 0; round < 5; round += 1) {
    times.unpublishedBulk?.push(await timed(() => insert('unpublished', 1_000)))
    times.publishedBulk?.push(await timed(() => insert('published', 1_000)))
    times.unpublishedSingle?.push(await timed(() => oneByOne('unpublished')))
    times.publishedSingle?.push(await timed(() => oneByOne('published')))
  }
  await database.close()
  const [unpublishedBulk, publishedBulk, unpublishedSingle, publishedSingle] = Object.values(times).map((all) =>
    ms(median(all)),
  )
  return `1,000 rows at once ${unpublishedBulk} unpublished, ${publishedBulk} published; one by one ${unpublishedSingle} and ${publishedSingle}`
}

const ms = (value: number) => `${value.toFixed(1)} ms`
