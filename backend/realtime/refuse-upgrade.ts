/** Refuses a WebSocket upgrade with a plain HTTP response on the same connection. */
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

export function refuseUpgrade(socket: Duplex, status: number, message: string): void {
  const body = JSON.stringify({ message })
  socket.once('finish', () => socket.destroy())
  socket.on('error', () => {})
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
