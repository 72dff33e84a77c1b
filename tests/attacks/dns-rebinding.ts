/** Reads local-only pages through a foreign host name (DNS rebinding), and injects that name into pages for others. */
import { request } from 'node:http'
import type { TestServer } from '../harness.ts'
import type { Attack } from './attack.ts'

const evil = 'evil.example'

const read = (server: TestServer, path: string, host: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const outgoing = request({ hostname, port, path, headers: { host } }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    outgoing.on('error', reject)
    outgoing.end()
  })

export const dnsRebinding: Attack = {
  name: 'DNS rebinding',
  tried: 'requests with foreign host names',
  async run(server) {
    const accepted: string[] = []
    for (const path of [
      '/',
      '/config.json',
      '/sitemap.xml',
      '/robots.txt',
      '/metrics',
      '/dev/mailbox',
      '/dev/mailbox.json',
      '/health',
    ]) {
      const { port } = new URL(server.url)
      for (const host of [evil, `${evil}:${port}`, `localhost.${evil}`, `127.0.0.1.${evil}:${port}`]) {
        const { status, text } = await read(server, path, host)
        if (status !== 421 || text.includes(evil)) accepted.push(`${path} as ${host}`)
      }
      if ((await read(server, path, `localhost:${port}`)).status !== 200)
        accepted.push(`${path} is missing under its own name`)
    }
    return {
      isBlocked: accepted.length === 0,
      outcome: accepted.length === 0 ? 'only its own names accepted' : accepted.join(', '),
    }
  },
}
