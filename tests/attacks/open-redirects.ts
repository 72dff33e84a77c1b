/** Redirects members who follow an email link, with their session, to another site. */
import { randomUUID } from 'node:crypto'
import { type Attack, createAttempts, newNetwork, post, send, withoutSample } from './attack.ts'

const site = 'https://market.example'
const targets = [
  'http://localhost:3000',
  'http://localhost',
  'https://localhost/account',
  'http://127.0.0.1:3000/auth/callback',
  'http://127.1:3000',
  'http://[::1]:3000',
  'http://0.0.0.0:3000',
  'http://app.localhost:5173',
  'http://market.example',
  'https://market.example:8443',
  'https://market.example.evil.example',
  'https://market.example@evil.example',
  'https://evil.example/https://market.example',
  'https://evil.example?https://market.example',
  'https:evil.example',
  '//evil.example',
  '/\\evil.example',
  'https://market.example\\@evil.example',
  'javascript:alert(1)//https://market.example',
  'data:text/html,hello',
  'market://callback',
]
const own = `${site}/account?welcome=1`

export const openRedirects: Attack = {
  name: 'open redirects',
  tried: 'redirect_to localhost and to foreign sites, on a server with a public address',
  environment: { ...withoutSample, PUBLIC_URL: site },
  async run(server) {
    const attempts = createAttempts()
    /** The redirect of a browser that follows an email link. */
    const follow = async (query: string, headers: Record<string, string> = {}) => {
      const path = `/auth/v1/verify?${new URLSearchParams({ type: 'magiclink', token: 'spent' })}${query}`
      return (await send(server, path, { from: newNetwork(), redirect: 'manual', headers })).headers.get('location')
    }
    /** The target of an email link, requested with the service key because a production server has no mailbox to read. */
    const mailed = async (redirect_to: string) => {
      const person = { type: 'magiclink', email: `${randomUUID()}@example.com`, redirect_to }
      const { text } = await post(server, '/auth/v1/admin/generate_link', person, newNetwork(), server.serviceKey)
      return new URL(JSON.parse(text).action_link).searchParams.get('redirect_to')
    }
    const isOurs = (address: string | null) => address !== null && new URL(address).origin === site

    if (
      !(await follow(`&redirect_to=${encodeURIComponent(own)}`))?.startsWith(`${site}/account`) ||
      (await mailed(own)) !== own
    )
      throw new Error('A redirect to the site itself was refused')
    for (const target of targets) {
      const targetsBy: Readonly<Record<string, string | null>> = {
        query: await follow(`&redirect_to=${encodeURIComponent(target)}`),
        header: await follow('', { redirect_to: target }),
        referer: await follow('', { referer: target }),
        email: await mailed(target),
      }
      for (const [source, address] of Object.entries(targetsBy))
        attempts.record(`${target} by its ${source}: ${address}`, isOurs(address))
    }
    return attempts.result()
  },
}
