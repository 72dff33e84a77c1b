/** Makes the server fail with malformed paths. */
import { request } from 'node:http'
import fc from 'fast-check'
import type { TestServer } from '../harness.ts'
import type { Attack } from './attack.ts'

const fixed = [
  '//',
  '//@',
  '//[',
  '///',
  '/\\',
  '//\\',
  '/%',
  '//%',
  '//:80',
  '//a:b@c',
  'http://[',
  '*',
  '/.//',
  '/?%',
  '/product/%',
  '/shop/%E0%A4%A',
  '/rest/v1/%',
  '/storage/v1/object/public/%/%',
  '/functions/v1/%',
  '/sitemaps/%.xml',
]
const pieces = [
  '/',
  '//',
  '\\',
  '@',
  '[',
  ']',
  '%',
  '%2f',
  '%00',
  '%ff',
  '%E0%A4%A',
  '..',
  '.',
  ':',
  '?',
  '#',
  '&',
  '=',
  '|',
  '<',
  '"',
  '{',
  '^',
  '~',
  ';',
  '*',
  'é',
  'product',
  'shop',
  'category',
  'search',
  'auth/v1',
  'rest/v1',
  'storage/v1',
  'object',
  'render/image/public',
  'functions/v1',
  'realtime/v1',
  'avatar',
  'sitemaps',
  '.svg',
  '.xml',
  'config.json',
  'dev/mailbox',
  'geocode',
  'seller',
  'rpc',
  '__proto__',
  '-1',
  'http:',
]
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']

/** Sends the raw path, which fetch would normalise. */
const statusOf = (server: TestServer, method: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const outgoing = request(
      { hostname, port, method, path, headers: { 'x-forwarded-for': '198.18.255.1' } },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    outgoing.on('error', reject)
    outgoing.end()
  })

export const malformedPaths: Attack = {
  name: 'malformed paths',
  tried: 'malformed paths, with every method',
  async run(server) {
    const generated = fc.sample(
      fc.tuple(fc.constantFrom(...methods), fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })),
      300,
    )
    const all = [
      ...fixed.flatMap((path) => ['GET', 'POST'].map((method) => [method, path] as const)),
      ...generated.map(([method, parts]) => [method, encodeURI(`/${parts.join('')}`).replace(/%25/g, '%')] as const),
    ]
    const failed: string[] = []
    for (const [method, path] of all)
      if ((await statusOf(server, method, path)) >= 500) failed.push(`${method} ${path}`)
    return {
      isBlocked: failed.length === 0,
      outcome: `${failed.length} of ${all.length} paths failed ${failed.slice(0, 5).join(' ')}`,
    }
  },
}
