/** A thousand people, each on a socket of their own in a room of their own: how soon a message reaches its one listener, and what a socket weighs. */
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { databases, startServer, type TestServer } from '../tests/harness.ts'
import { memberToken, openSocket, serviceUser } from '../tests/protocol/realtime-clients.ts'
import { median } from './load.ts'

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
    // What a first socket loads is not the sockets'.
    await close(await openRooms(server, admin.client, 100))
    const heaps: number[] = []
    const residents: number[] = []
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const before = await memory.read()
      const listeners = await openRooms(server, admin.client, rooms)
      const after = await memory.read()
      heaps.push((after.heapUsed - before.heapUsed) / rooms / 1024)
      residents.push((after.rss - before.rss) / rooms / 1024)
      if (round === rounds - 1) times.push(...(await talk(admin.client, listeners)))
      await close(listeners)
    }
    await admin.disconnect()
    memory.close()
    await server.stop()
    const p95 = [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
    const weight = Math.max(median(heaps), median(residents))
    console.log(
      `${database}: ${rooms} sockets in ${rooms} rooms, ${messagesPerSecond} messages a second: insert to listener ${median(times).toFixed(1)} ms, ` +
        `p95 ${p95.toFixed(1)} ms (goal: ${goals.p95Ms} ms: ${p95 < goals.p95Ms ? 'met' : 'missed'}); a socket weighs ` +
        `${median(heaps).toFixed(1)} kB of heap, ${median(residents).toFixed(1)} kB resident (goal: ${goals.kilobytesASocket} kB: ` +
        `${weight < goals.kilobytesASocket ? 'met' : 'missed'})`,
    )
  }
}

type Socket = Awaited<ReturnType<typeof openSocket>>
type Client = ReturnType<typeof serviceUser>['client']

/** So many at once join; all of them in one moment would measure the queue at the door. */
const atOnce = 50

async function openRooms(server: TestServer, client: Client, count: number): Promise<Socket[]> {
  const people = Array.from({ length: count }, () => crypto.randomUUID())
  for (let at = 0; at < count; at += 500)
    await write(
      client.from('room_members').upsert(people.slice(at, at + 500).map((person, n) => ({ room: at + n, person }))),
    )
  const opened: Socket[] = []
  for (let at = 0; at < count; at += atOnce)
    opened.push(
      ...(await Promise.all(people.slice(at, at + atOnce).map((person, n) => openRoom(server, person, at + n)))),
    )
  return opened
}

async function openRoom(server: TestServer, person: string, room: number): Promise<Socket> {
  const socket = await openSocket(server)
  const postgres_changes = [{ event: 'INSERT', schema: 'public', table: 'messages', filter: `room=eq.${room}` }]
  const payload = { config: { postgres_changes }, access_token: await memberToken(person) }
  const answer = await socket.reply(socket.send(`realtime:${room}`, 'phx_join', payload))
  if (answer?.status !== 'ok') throw new Error(`room ${room} was not joined: ${JSON.stringify(answer)}`)
  return socket
}

async function close(sockets: readonly Socket[]): Promise<void> {
  for (const { socket } of sockets) socket.terminate()
  await Promise.all(sockets.map(({ closed }) => closed))
  await wait(1_000)
}

/** Messages at an even pace, to one room after another. @returns milliseconds from the insert's call to the frame at its listener */
async function talk(client: Client, listeners: readonly Socket[]): Promise<number[]> {
  const heard: Promise<number>[] = []
  const startedMs = performance.now()
  for (let n = 0; n < messages; n += 1) {
    await wait(Math.max(0, startedMs + (n * 1_000) / messagesPerSecond - performance.now()))
    const room = (n * 617) % listeners.length
    const sentMs = performance.now()
    const listener = listeners[room]
    if (!listener) continue
    heard.push(
      new Promise((resolve) => {
        listener.socket.once('message', () => resolve(performance.now() - sentMs))
      }),
    )
    write(client.from('messages').insert({ room, body: `message ${n}` })).catch((error: unknown) => {
      throw error
    })
  }
  return Promise.all(heard)
}

async function write(work: PromiseLike<{ error: { message: string } | null }>): Promise<void> {
  const { error } = await work
  if (error) throw new Error(error.message)
}

const usage = z.object({ heapUsed: z.number(), rss: z.number() })

/** Asks the server's own process, through the inspector, after it has collected its garbage. */
async function inspectMemory(server: TestServer) {
  const address = /Debugger listening on (ws:\/\/\S+)/.exec(server.logs())?.[1]
  if (!address) throw new Error('the server has no inspector')
  const inspector = new WebSocket(address)
  await new Promise((resolve) => inspector.once('open', resolve))
  let ids = 0
  const ask = (method: string, params = {}) =>
    new Promise<{ result?: { value?: string } }>((resolve) => {
      ids += 1
      const id = ids
      const onAnswer = (data: unknown) => {
        const answer = JSON.parse(String(data))
        if (answer.id !== id) return
        inspector.off('message', onAnswer)
        resolve(answer.result)
      }
      inspector.on('message', onAnswer)
      inspector.send(JSON.stringify({ id, method, params }))
    })
  return {
    async read() {
      await ask('HeapProfiler.collectGarbage')
      await ask('HeapProfiler.collectGarbage')
      const { result } = await ask('Runtime.evaluate', { expression: 'JSON.stringify(process.memoryUsage())' })
      return { ...usage.parse(JSON.parse(result?.value ?? '{}')), rss: resident(server.process.pid) }
    },
    close: () => inspector.close(),
  }
}

/** Bytes, from /proc, so on Linux only. */
function resident(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}
