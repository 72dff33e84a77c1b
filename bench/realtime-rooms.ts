/** A thousand subscribers, each with a socket and a room: the delay of a message, and the memory of a socket. */
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { databases, startServer, type TestServer } from '../tests/harness.ts'
import { memberToken, openSocket, serviceUser } from '../tests/protocol/realtime-clients.ts'
import { median } from './traffic/statistics.ts'

const project = fileURLToPath(new URL('../tests/protocol/realtime-project', import.meta.url))
const rooms = 1_000
const messages = 400
const messagesPerSecond = 40
const rounds = 3
const goals = { p95Ms: 100, kilobytesASocket: 30 }

export async function realtimeRooms(): Promise<void> {
  for (const database of databases) {
    const server = await startServer({
      database,
      env: { SUPABASE_DIR: project, NODE_OPTIONS: '--inspect=127.0.0.1:0' },
    })
    const memory = await inspectMemory(server)
    const admin = serviceUser(server)
    // The first sockets load code, which must not count as memory of a socket.
    await close(await openRooms(server, admin.client, 100))
    const heaps: number[] = []
    const residents: number[] = []
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const before = await memory.read()
      const subscribers = await openRooms(server, admin.client, rooms)
      const after = await memory.read()
      heaps.push((after.heapUsed - before.heapUsed) / rooms / 1024)
      residents.push((after.rss - before.rss) / rooms / 1024)
      if (round === rounds - 1) times.push(...(await sendMessages(admin.client, subscribers)))
      await close(subscribers)
    }
    await admin.disconnect()
    memory.close()
    await server.stop()
    const p95 = [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
    const kilobytes = Math.max(median(heaps), median(residents))
    console.log(
      `${database}: ${rooms} sockets in ${rooms} rooms, ${messagesPerSecond} messages a second: insert to subscriber ${median(times).toFixed(1)} ms, ` +
        `p95 ${p95.toFixed(1)} ms (goal: ${goals.p95Ms} ms: ${p95 < goals.p95Ms ? 'reached' : 'MISSED'}); a socket takes ` +
        `${median(heaps).toFixed(1)} kB of heap, ${median(residents).toFixed(1)} kB resident (goal: ${goals.kilobytesASocket} kB: ` +
        `${kilobytes < goals.kilobytesASocket ? 'reached' : 'MISSED'})`,
    )
  }
}

type Socket = Awaited<ReturnType<typeof openSocket>>
type Client = ReturnType<typeof serviceUser>['client']

/** Sockets that join at the same time. */
const batchSize = 50

async function openRooms(server: TestServer, client: Client, count: number): Promise<Socket[]> {
  const users = Array.from({ length: count }, () => crypto.randomUUID())
  for (let at = 0; at < count; at += 500)
    await write(
      client.from('room_members').upsert(users.slice(at, at + 500).map((user, n) => ({ room: at + n, person: user }))),
    )
  const opened: Socket[] = []
  for (let at = 0; at < count; at += batchSize)
    opened.push(
      ...(await Promise.all(users.slice(at, at + batchSize).map((user, n) => openRoom(server, user, at + n)))),
    )
  return opened
}

async function openRoom(server: TestServer, user: string, room: number): Promise<Socket> {
  const socket = await openSocket(server)
  const postgres_changes = [{ event: 'INSERT', schema: 'public', table: 'messages', filter: `room=eq.${room}` }]
  const payload = { config: { postgres_changes }, access_token: await memberToken(user) }
  const reply = await socket.reply(socket.send(`realtime:${room}`, 'phx_join', payload))
  if (reply?.status !== 'ok') throw new Error(`room ${room} was not joined: ${JSON.stringify(reply)}`)
  return socket
}

async function close(sockets: readonly Socket[]): Promise<void> {
  for (const { socket } of sockets) socket.terminate()
  await Promise.all(sockets.map(({ closed }) => closed))
  await wait(1_000)
}

/** Sends messages at a constant rate to the rooms in turn. @returns milliseconds from each insert to its frame */
async function sendMessages(client: Client, subscribers: readonly Socket[]): Promise<number[]> {
  const received: Promise<number>[] = []
  const startedMs = performance.now()
  for (let n = 0; n < messages; n += 1) {
    await wait(Math.max(0, startedMs + (n * 1_000) / messagesPerSecond - performance.now()))
    const room = (n * 617) % subscribers.length
    const sentMs = performance.now()
    const subscriber = subscribers[room]
    if (!subscriber) continue
    received.push(
      new Promise((resolve) => {
        subscriber.socket.once('message', () => resolve(performance.now() - sentMs))
      }),
    )
    write(client.from('messages').insert({ room, body: `message ${n}` })).catch((error: unknown) => {
      throw error
    })
  }
  return Promise.all(received)
}

async function write(work: PromiseLike<{ error: { message: string } | null }>): Promise<void> {
  const { error } = await work
  if (error) throw new Error(error.message)
}

const usage = z.object({ heapUsed: z.number(), rss: z.number() })

/** Reads the server's memory through its inspector, after a garbage collection. */
async function inspectMemory(server: TestServer) {
  const address = /Debugger listening on (ws:\/\/\S+)/.exec(server.logs())?.[1]
  if (!address) throw new Error('the server has no inspector')
  const inspector = new WebSocket(address)
  await new Promise((resolve) => inspector.once('open', resolve))
  let ids = 0
  const send = (method: string, params = {}) =>
    new Promise<{ result?: { value?: string } }>((resolve) => {
      ids += 1
      const id = ids
      const onMessage = (data: unknown) => {
        const reply = JSON.parse(String(data))
        if (reply.id !== id) return
        inspector.off('message', onMessage)
        resolve(reply.result)
      }
      inspector.on('message', onMessage)
      inspector.send(JSON.stringify({ id, method, params }))
    })
  return {
    async read() {
      await send('HeapProfiler.collectGarbage')
      await send('HeapProfiler.collectGarbage')
      const { result } = await send('Runtime.evaluate', { expression: 'JSON.stringify(process.memoryUsage())' })
      return { ...usage.parse(JSON.parse(result?.value ?? '{}')), rss: resident(server.process.pid) }
    },
    close: () => inspector.close(),
  }
}

/** In bytes. Linux only, from /proc. */
function resident(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}
