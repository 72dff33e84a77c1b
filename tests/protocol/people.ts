/** People at a realtime server: supabase-js with a token of their own, and everything they hear, in order. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import { createTokens } from '#backend/tokens'
import { jwtSecret, type TestServer } from '../harness.ts'

// Node 20 has none of its own.
Reflect.set(globalThis, 'WebSocket', WebSocket)

export interface Person {
  readonly id: string
  readonly client: SupabaseClient
  leave(): Promise<void>
}

const patienceMs = 15_000

export const token = (id: string, seconds = 3_600) =>
  createTokens(jwtSecret).sign({ sub: id, role: 'authenticated', exp: Math.floor(Date.now() / 1_000) + seconds })

export async function person(server: TestServer, options: { id?: string; token?: string } = {}): Promise<Person> {
  const id = options.id ?? randomUUID()
  const own = options.token ?? (await token(id))
  return at(server.url, server.anonKey, id, async () => own)
}

/** Somebody with an account, for a server whose database wants one. */
export async function member(server: TestServer, name: string): Promise<Person> {
  const answer = await fetch(`${server.url}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { apikey: server.serviceKey, authorization: `Bearer ${server.serviceKey}` },
    body: JSON.stringify({ email: `${name}@example.com`, email_confirm: true, user_metadata: { name } }),
  })
  const { id }: { id: string } = await answer.json()
  return person(server, { id })
}

/** With the secret key: passes row-level security. */
export const service = (server: TestServer) =>
  at(server.url, server.serviceKey, 'service', async () => server.serviceKey)

function at(url: string, key: string, id: string, accessToken: () => Promise<string>): Person {
  const client = createClient(url, key, {
    accessToken,
    realtime: { reconnectAfterMs: () => 50 },
  })
  return {
    id,
    client,
    async leave() {
      await client.removeAllChannels()
      await client.realtime.disconnect()
    },
  }
}

/** Subscribes, and waits until the server has said that it tells of changes. @returns what the server says */
export async function joined(channel: RealtimeChannel): Promise<{ status: string; message: string }> {
  return new Promise((resolve, reject) => {
    channel.on('system', {}, resolve).subscribe((status, error) => {
      if (status === 'CHANNEL_ERROR' || status === 'TIMED_OUT') reject(error ?? new Error(status))
    })
  })
}

/** A socket that speaks the protocol's frames (vsn 2.0.0) itself, for what realtime-js would never send. */
export async function openSocket(server: TestServer, query = `apikey=${server.anonKey}&vsn=2.0.0`) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`)
  const frames: [join: string | null, ref: string | null, topic: string, event: string, payload: Payload][] = []
  socket.on('message', (data) => frames.push(JSON.parse(String(data))))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  let ref = 0
  return {
    socket,
    frames,
    closed,
    say(topic: string, event: string, payload: object = {}) {
      ref += 1
      socket.send(JSON.stringify(['1', `${ref}`, topic, event, payload]))
      return `${ref}`
    },
    /** The answer to a frame. */
    async reply(to: string): Promise<Payload | undefined> {
      const find = () => frames.find(([, answered, , event]) => answered === to && event === 'phx_reply')
      await eventually(() => find() !== undefined, `no answer to frame ${to}`)
      return find()?.[4]
    },
  }
}
type Payload = { status?: string; response?: { reason?: string }; message?: string }

/** Polls until `count` things were heard: no wait for time, since what comes too much shows at the next one. */
export async function until<T>(heard: readonly T[], count: number): Promise<readonly T[]> {
  await eventually(
    () => heard.length >= count,
    () => `only ${heard.length} of ${count} were heard`,
  )
  return heard
}

export async function eventually(isSo: () => boolean, otherwise: string | (() => string)): Promise<void> {
  const startedMs = performance.now()
  while (!isSo()) {
    if (performance.now() - startedMs > patienceMs)
      throw new Error(typeof otherwise === 'string' ? otherwise : otherwise())
    await wait(5)
  }
}
