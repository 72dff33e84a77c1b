/** Reads what is for this machine alone through a name that leads here (DNS rebinding), and has a name of one's own told to others. */
import { request } from 'node:http'
import type { TestServer } from '../harness.ts'
import type { Attack } from './attack.ts'

const evil = 'evil.example'

const read = (server: TestServer, path: string, host: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const asked = request({ hostname, port, path, headers: { host } }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    asked.on('error', reject)
    asked.end()
  })

export const hosts: Attack = {
  name: 'a name that leads here',
  tried: 'requests under foreign names (DNS rebinding)',
  async run(server) {
    const believed: string[] = []
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
        if (status !== 421 || text.includes(evil)) believed.push(`${path} as ${host}`)
      }
      if ((await read(server, path, `localhost:${port}`)).status !== 200) believed.push(`${path} is gone`)
    }
    return { held: believed.length === 0, outcome: believed.length === 0 ? 'no name but its own' : believed.join(', ') }
  },
}
