/** Scheduled functions: only the database and the service key may call them, and their keys are not disclosed. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTokens } from '#backend/tokens'
import { databases, jwtSecret, startServer, type TestServer } from '../harness.ts'
import { newBuyer } from '../payments/market-fixtures.ts'

const functions = ['import-pictures', 'send-mail', 'send-push', 'settle-payments', 'sweep-pictures']
const schedulerKey = createHmac('sha256', jwtSecret).update('scheduler').digest('hex')

describe.each(databases)('Scheduled functions on %s', (database) => {
  let server: TestServer
  let member: string
  beforeAll(async () => {
    server = await startServer({ database, env: { LOG_LEVEL: 'trace' } })
    const { client } = await newBuyer(server)
    member = (await client.auth.getSession()).data.session?.access_token ?? ''
  })
  afterAll(() => server.stop())

  async function call(name: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
    const response = await fetch(`${server.url}/functions/v1/${name}`, { method: 'POST', headers })
    return { status: response.status, body: await response.text() }
  }
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

  it.each(functions)('%s accepts only the scheduler’s key and the service key', async (name) => {
    const forged = createTokens('another secret, as long as the right one is')
    const refused: Record<string, Record<string, string>> = {
      'no key': {},
      'a visitor': bearer(server.anonKey),
      'a member': { apikey: server.anonKey, ...bearer(member) },
      'a key in the wrong place': { apikey: server.serviceKey, ...bearer(server.anonKey) },
      'half a key': bearer(schedulerKey.slice(0, 32)),
      'more than a key': bearer(`${schedulerKey}0`),
      'an undefined key': bearer('undefined'),
      'a forged service key': bearer(await forged.sign({ iss: 'supabase', role: 'service_role', exp: 2_051_222_400 })),
    }
    for (const [caller, headers] of Object.entries(refused))
      expect(await call(name, headers), caller).toMatchObject({
        status: 401,
        body: expect.stringContaining('"hint":"key"'),
      })
    for (const key of [schedulerKey, server.serviceKey])
      expect(await call(name, bearer(key))).toEqual({ status: 200, body: '{"result":"done"}' })
  })

  it('are called by the database, and neither key is in the logs or in the API’s responses', async () => {
    // The logo makes the database call import-pictures. The picture cannot be fetched, so the seller gets a notification.
    const buyer = await newBuyer(server)
    const identity = { user_id: buyer.id, name: 'Crumb', slug: `crumb-${buyer.id.slice(0, 8)}`, category: 'Cakes' }
    const shop = { ...identity, description: 'Good things, made at home.', logo: 'http://192.0.2.1/logo.png' }
    const made = await buyer.client.from('shops').insert(shop)
    expect(made.error).toBeNull()
    const titles = async () =>
      (await buyer.client.from('notifications').select('title')).data?.map(({ title }) => title)
    await expect.poll(titles, { timeout: 30_000 }).toContain('A picture could not be imported')

    for (const schema of ['vault', 'net', 'private', 'backend']) {
      const response = await fetch(`${server.url}/rest/v1/decrypted_secrets`, {
        headers: { apikey: server.serviceKey, ...bearer(server.serviceKey), 'accept-profile': schema },
      })
      expect(response.status, schema).toBe(406)
    }
    for (const key of [schedulerKey, server.serviceKey]) expect(server.logs()).not.toContain(key)
  })
})
