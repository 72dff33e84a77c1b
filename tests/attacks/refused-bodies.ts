/** Breaks the requests of others, who share a proxy's connection, with bodies that are refused before they were read. */
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { type Attack, createAttempts, newNetwork, signIn } from './attack.ts'

const megabytes = (count: number) => Buffer.alloc(count * 1_000_000, 'x')

export const refusedBodies: Attack = {
  name: 'refused bodies',
  tried: 'large bodies that are refused, and then another request on the same connection',
  async run(server) {
    const attempts = createAttempts()
    const { id, token } = await signIn(server, 'seller@tuckbox.test')
    const from = newNetwork()
    const send = (agent: Agent, path: string, headers: OutgoingHttpHeaders, body?: Buffer): Promise<number> =>
      new Promise((resolve) => {
        const method = body ? 'POST' : 'GET'
        const sent = request(`${server.url}${path}`, { agent, method, headers, timeout: 10_000 })
        sent.on('response', (response: IncomingMessage) => {
          response.resume().on('end', () => resolve(response.statusCode ?? 0))
          response.on('error', () => resolve(0))
        })
        sent.on('timeout', () => sent.destroy())
        sent.on('error', () => resolve(0))
        sent.end(body)
      })
    const hostile = { apikey: server.anonKey, authorization: `Bearer ${token}`, 'x-forwarded-for': from }
    const bodies = [
      [`/storage/v1/object/product_images/${id}/none.png`, 'image/png', megabytes(4)],
      ['/storage/v1/object/list/product_images', 'application/json', megabytes(1)],
      ['/auth/v1/token?grant_type=password', 'application/json', megabytes(1)],
      ['/rest/v1/rpc/search_products', 'application/json', megabytes(3)],
    ] as const
    for (const [path, type, body] of bodies) {
      // A proxy's pool of one connection. Node opens another one if the server has closed it, as a proxy does.
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (let round = 0; round < 5; round += 1) {
        const status = await send(agent, path, { ...hostile, 'content-type': type }, body)
        if (status > 0 && status < 400) throw new Error(`${path} was not refused: ${status}`)
        const other = { apikey: server.anonKey, 'x-forwarded-for': newNetwork(), 'content-type': 'application/json' }
        const after = await send(agent, '/rest/v1/rpc/search_products', other, Buffer.from('{}'))
        attempts.record(`after ${path} (${status}) another request got ${after}`, after === 200)
      }
      agent.destroy()
    }
    return attempts.result()
  },
}
