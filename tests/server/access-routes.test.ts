/** The HTTP part of the access matrix. Every endpoint is called without a key, as a visitor, as a member and with the service key. */
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { routes as authRoutes } from '../../backend/auth/routes.ts'
import { routes as storageRoutes } from '../../backend/storage/routes.ts'
import { databases, noSession, startServer, type TestServer } from '../harness.ts'
import { callers, routes } from '../policies/access-matrix.ts'

// supabase-js needs a WebSocket to start, and Node 20 has none.
vi.stubGlobal('WebSocket', WebSocket)

const functions = readdirSync(fileURLToPath(new URL('../../supabase/functions', import.meta.url)), {
  withFileTypes: true,
})
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  .map(({ name }) => `POST /functions/v1/${name}`)

const endpoints = [
  ...authRoutes.names.map((name) => name.replace(' ', ' /auth/v1')),
  ...storageRoutes.names.map((name) => name.replace(' ', ' /storage/v1')),
  ...functions,
  'GET /rest/v1/shops',
  'POST /rest/v1/rpc/search_products',
  'POST /realtime/v1/api/broadcast',
  'POST /browser-errors',
  'GET /embed/drops/:id',
  'GET /embed/shops/:slug',
  'GET /s/:slug',
  'GET /config.json',
  'GET /geocode',
  'GET /health',
  'GET /health/details',
  'GET /metrics',
  'GET /ready',
  'GET /robots.txt',
  'GET /sitemap.xml',
]

describe('The access matrix of the HTTP endpoints', () => {
  let server: TestServer
  beforeAll(async () => {
    // Of its own: the service key empties and deletes buckets.
    server = await startServer({ database: databases[0] })
  })
  afterAll(() => server.stop())

  /** A new member, because signing out and deleting an account end a session. */
  async function memberToken(): Promise<string> {
    const service = createClient(server.url, server.serviceKey, noSession)
    const credentials = { email: `${randomUUID()}@example.test`, password: 'a long enough password' }
    await service.auth.admin.createUser({ ...credentials, email_confirm: true })
    const { data } = await createClient(server.url, server.anonKey, noSession).auth.signInWithPassword(credentials)
    return data.session?.access_token ?? ''
  }

  it('declares every endpoint, and every caller is accepted or refused as declared', { timeout: 240_000 }, async () => {
    const members = await Promise.all(Array.from({ length: 4 }, memberToken))
    const found: Record<string, string> = {}
    for (const endpoint of endpoints) {
      const [method = '', pattern = ''] = endpoint.split(' ')
      const path = pattern
        .replace(':bucket', 'product_images')
        .replace(/:\w+/g, randomUUID())
        .replace('*', `${randomUUID()}/a.png`)
      const token = endpoint.endsWith('/logout') ? await memberToken() : members[0]
      const keys: Record<string, string | undefined>[] = [
        {},
        { apikey: server.anonKey },
        { apikey: server.anonKey, authorization: `Bearer ${token}` },
        { apikey: server.serviceKey, authorization: `Bearer ${server.serviceKey}` },
      ]
      const results: string[] = []
      for (const headers of keys) {
        const response = await fetch(`${server.url}${path}`, {
          method,
          headers: { 'content-type': 'application/json', ...headers },
          redirect: 'manual',
          ...(method === 'GET' ? {} : { body: '{}' }),
        })
        const text = await response.text()
        // Like Supabase's, Storage responds with 400 and puts the status in the body.
        const bodyStatus = /"statusCode":"(\d+)"/.exec(text)?.[1]
        const status = bodyStatus === undefined ? response.status : Number(bodyStatus)
        results.push(status === 401 || status === 403 ? '-' : '+')
      }
      found[endpoint] = results.join(' ')
    }
    expect(callers).toHaveLength(4)
    expect(found).toEqual(routes)
  })
})
