/** Members who have the site open: each has a socket with their conversation and their notifications, as in the web app. */
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { TrafficBuyer, TrafficMarket } from './market.ts'
import { patienceMs, requireLoopback } from './transport.ts'

export interface Listeners {
  /** Resolves when the listener of a conversation has a message. @throws Error if it does not come in time */
  received(messageId: string): Promise<void>
  /** Sockets that had to connect again. */
  reconnects(): number
  close(): void
}

const heartbeatMs = 25_000
const reconnectMs = 1_000
/** Sockets that join at a time. */
const batchSize = 20

/** Resolves when all have joined. */
export async function openListeners(market: TrafficMarket): Promise<Listeners> {
  const waiting = new Map<string, () => void>()
  const sockets = new Set<WebSocket>()
  let reconnects = 0
  let isClosed = false

  const listen = async (buyer: TrafficBuyer): Promise<void> => {
    const socket = await openSocket(market, buyer, (id) => waiting.get(id)?.())
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      if (isClosed) return
      reconnects += 1
      void reconnect(buyer)
    })
  }
  const reconnect = async (buyer: TrafficBuyer): Promise<void> => {
    while (!isClosed) {
      await sleep(reconnectMs)
      const isOpen = await listen(buyer).then(
        () => true,
        () => false,
      )
      if (isOpen) return
    }
  }

  for (let at = 0; at < market.buyers.length; at += batchSize)
    await Promise.all(market.buyers.slice(at, at + batchSize).map(listen))
  const heartbeat = setInterval(() => {
    for (const socket of sockets) socket.send(JSON.stringify([null, 'heartbeat', 'phoenix', 'heartbeat', {}]))
  }, heartbeatMs)

  return {
    received: (id) =>
      new Promise((resolve, reject) => {
        const settle = () => {
          clearTimeout(timer)
          waiting.delete(id)
        }
        const timer = setTimeout(() => {
          settle()
          reject(new Error('did not come over the socket'))
        }, patienceMs)
        waiting.set(id, () => {
          settle()
          resolve()
        })
      }),
    reconnects: () => reconnects,
    close() {
      isClosed = true
      clearInterval(heartbeat)
      for (const socket of sockets) socket.terminate()
    },
  }
}

/** A socket with two joined channels. */
function openSocket(
  { url, anonKey }: TrafficMarket,
  { id, token, conversationId }: TrafficBuyer,
  onMessage: (id: string) => void,
): Promise<WebSocket> {
  const { host } = requireLoopback(url)
  const socket = new WebSocket(`ws://${host}/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`)
  const changes = [
    { event: 'INSERT', schema: 'public', table: 'chat_messages', filter: `chat_room_id=eq.${conversationId}` },
    { event: '*', schema: 'public', table: 'notifications', filter: `user_id=eq.${id}` },
  ]
  return new Promise((resolve, reject) => {
    let joined = 0
    const timer = setTimeout(() => socket.terminate(), patienceMs)
    socket.once('open', () => {
      for (const [n, change] of changes.entries()) {
        const payload = { config: { postgres_changes: [change] }, access_token: token }
        socket.send(JSON.stringify([`${n}`, `${n}`, `realtime:${change.table} ${id}`, 'phx_join', payload]))
      }
    })
    socket.on('message', (data) => {
      const text = String(data)
      if (text.includes('"phx_reply"') && text.includes('"ok"') && !text.includes('"phoenix"')) {
        joined += 1
        if (joined === changes.length) {
          clearTimeout(timer)
          resolve(socket)
        }
      } else if (text.includes('"chat_messages"')) {
        const message = /Message ([0-9a-f-]{36})/.exec(text)?.[1]
        if (message) onMessage(message)
      }
    })
    socket.on('error', () => {})
    socket.once('close', () => {
      clearTimeout(timer)
      reject(new Error('A socket was closed'))
    })
  })
}
