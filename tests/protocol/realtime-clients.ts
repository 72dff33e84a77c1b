/** Realtime clients for tests: supabase-js with a member's token, and raw sockets. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import { createTokens } from '#backend/tokens'
import { jwtSecret, type RunningServer } from '../harness.ts'

// supabase-js needs a WebSocket to start, and Node 20 has none.
Reflect.set(globalThis, 'WebSocket', WebSocket)

export interface TestUser {
  readonly id: string
  readonly client: SupabaseClient
  disconnect(): Promise<void>
}

const timeoutMs = 15_000

export const memberToken = (id: string, seconds = 3_600) =>
  createTokens(jwtSecret).sign({ sub: id, role: 'authenticated', exp: Math.floor(Date.now() / 1_000) + seconds })

/** A user with a token but no account. */
export async function newUser(
  server: RunningServer,
  { reconnectMs, ...options }: { id?: string; token?: string; reconnectMs?: number } = {},
): Promise<TestUser> {
  const id = options.id ?? randomUUID()
  const token = options.token ?? (await memberToken(id))
  return userOf(server.url, server.anonKey, id, async () => token, reconnectMs)
}

/** A user with an account, for a database that needs one. */
export async function newMember(server: RunningServer, name: string): Promise<TestUser> {
  const response = await fetch(`${server.url}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { apikey: server.serviceKey, authorization: `Bearer ${server.serviceKey}` },
    body: JSON.stringify({
      email: `${name}-${randomUUID()}@example.com`,
      email_confirm: true,
      user_metadata: { name },
    }),
  })
  const { id }: { id: string } = await response.json()
  return newUser(server, { id })
}

/** A user with the service key, which bypasses row-level security. */
export const serviceUser = (server: RunningServer) =>
  userOf(server.url, server.serviceKey, 'service', async () => server.serviceKey)

function userOf(url: string, key: string, id: string, accessToken: () => Promise<string>, reconnectMs = 50): TestUser {
  const client = createClient(url, key, {
    accessToken,
    realtime: { reconnectAfterMs: () => reconnectMs },
  })
  return {
    id,
    client,
    async disconnect() {
      await client.removeAllChannels()
      await client.realtime.disconnect()
    },
  }
}

/** Subscribes, and waits until the server sends changes or an error. @returns the server's system message */
export async function subscribeToChanges(channel: RealtimeChannel): Promise<{ status: string; message: string }> {
  return new Promise((resolve, reject) => {
    channel.on('system', {}, resolve).subscribe((status, error) => {
      if (status === 'CHANNEL_ERROR' || status === 'TIMED_OUT') reject(error ?? new Error(status))
    })
  })
}

/** A raw socket that sends frames of protocol version 2.0.0, for messages that realtime-js would never send. */
export async function openSocket(server: RunningServer, query = `apikey=${server.anonKey}&vsn=2.0.0`) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`)
  const frames: [join: string | null, ref: string | null, topic: string, event: string, payload: Payload][] = []
  socket.on('message', (data) => frames.push(JSON.parse(String(data))))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  let lastRef = 0
  return {
    socket,
    frames,
    closed,
    /** @returns the frame's ref */
    send(topic: string, event: string, payload: object = {}) {
      lastRef += 1
      socket.send(JSON.stringify(['1', `${lastRef}`, topic, event, payload]))
      return `${lastRef}`
    },
    /** Waits for the reply to a frame. */
    async reply(ref: string): Promise<Payload | undefined> {
      const find = () => frames.find(([, repliedRef, , event]) => repliedRef === ref && event === 'phx_reply')
      await waitUntil(() => find() !== undefined, `no reply to frame ${ref}`)
      return find()?.[4]
    },
  }
}
type Payload = { status?: string; response?: { reason?: string }; message?: string }

/** Polls until `count` items were received. A surplus item does not show until a later call. */
export async function waitForCount<T>(received: readonly T[], count: number): Promise<readonly T[]> {
  await waitUntil(
    () => received.length >= count,
    () => `only ${received.length} of ${count} were received`,
  )
  return received
}

export async function waitUntil(condition: () => boolean, message: string | (() => string)): Promise<void> {
  const startedMs = performance.now()
  while (!condition()) {
    if (performance.now() - startedMs > timeoutMs) throw new Error(typeof message === 'string' ? message : message())
    await wait(5)
  }
}
