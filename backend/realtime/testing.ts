/** A Realtime server in the test's own process, with the limits that the test sets. For tests only. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import type { Database } from '#backend/database/database'
import { openTestDatabase } from '#backend/database/testing'
import { createTokens, type Tokens } from '#backend/tokens'
import { type Realtime, startRealtime } from './index.ts'
import type { Limits } from './limits.ts'

export interface TestRealtime {
  readonly database: Database
  readonly realtime: Realtime
  readonly tokens: Tokens
  readonly port: number
  /** Logged errors. */
  readonly errors: string[]
  readonly warnings: string[]
  connect(network?: string): Promise<TestSocket>
  close(): Promise<void>
}

export interface TestSocket {
  readonly socket: WebSocket
  readonly frames: unknown[][]
  /** Resolves with the close code. */
  readonly closed: Promise<number>
  /** Sends a frame and waits for its reply, or for the socket to close. */
  send(
    topic: string,
    event: string,
    payload?: object,
  ): Promise<{ status?: string; response?: { reason?: string } } | 'closed'>
}

export async function openTestRealtime(limits: Partial<Limits> = {}): Promise<TestRealtime> {
  const database = await openTestDatabase()
  const tokens = createTokens('a secret that only tests use and everyone may know')
  const errors: string[] = []
  const warnings: string[] = []
  const log = {
    error: (context: object, message: string) => void errors.push(`${message} ${describe(context)}`),
    warn: (context: object, message: string) => void warnings.push(`${message} ${describe(context)}`),
    info: () => {},
  }
  const realtime = await startRealtime({ database, tokens, log, limits })
  const http = createServer()
  http.on('upgrade', (request, socket, head) =>
    realtime.upgrade(request, socket, head, String(request.headers['x-network'] ?? 'a network')),
  )
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const key = await tokens.sign({ role: 'anon' })
  return {
    database,
    realtime,
    tokens,
    port,
    errors,
    warnings,
    connect: (network = 'a network') => connect(`ws://127.0.0.1:${port}/?apikey=${key}&vsn=2.0.0`, network),
    async close() {
      await realtime.close()
      http.close()
      await database.close()
    },
  }
}

async function connect(url: string, network: string): Promise<TestSocket> {
  const socket = new WebSocket(url, { headers: { 'x-network': network } })
  const frames: unknown[][] = []
  const waiting = new Map<string, (reply: Reply) => void>()
  socket.on('message', (data, isBinary) => {
    if (isBinary) return
    const frame: unknown[] = JSON.parse(String(data))
    frames.push(frame)
    if (frame[3] === 'phx_reply') waiting.get(String(frame[1]))?.(frame[4] as Exclude<Reply, 'closed'>)
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('error', () => {})
  let refs = 0
  return {
    socket,
    frames,
    closed,
    send(topic, event, payload = {}) {
      refs += 1
      const ref = `r${refs}`
      socket.send(JSON.stringify([null, ref, topic, event, payload]))
      const replied = new Promise<Reply>((resolve) => {
        waiting.set(ref, resolve)
        void closed.then(() => resolve('closed'))
      })
      return replied.finally(() => waiting.delete(ref))
    },
  }
}

type Reply = { status?: string; response?: { reason?: string } } | 'closed'

function describe(context: object): string {
  const error: unknown = Reflect.get(context, 'err')
  return error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(context)
}
