/** GET /health/details for administrators, with and without a second factor. */
import { Secret, TOTP } from 'otpauth'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { openPostgres } from '#backend/database/postgres'
import { requireSecondFactor } from '../../scripts/administrators.ts'
import { everyDatabase, type RunningServer } from '../harness.ts'
import { type Member, newMember, serviceOf, signIn, tokenOf } from '../payments/market-fixtures.ts'
import { sharedServer } from '../shared-server.ts'

const details = z.object({
  status: z.string(),
  release: z.string(),
  process: z.object({ uptimeSeconds: z.number(), busyConnections: z.number(), logLines: z.object({}) }),
  marketplace: z.object({ events: z.object({ registration: z.number() }), waiting: z.object({}) }),
  missingJobs: z.array(z.string()),
})

let server: RunningServer
let admin: Member
beforeAll(async () => {
  server = await sharedServer({ database: everyDatabase.at(-1) })
  const { id, email } = await newMember(server, 'Ada')
  await serviceOf(server).auth.admin.updateUserById(id, { app_metadata: { role: 'admin' } })
  admin = { id, email, client: await signIn(server, email) }
})

const ask = (headers: Record<string, string> = {}) => fetch(`${server.url}/health/details`, { headers })
const askAs = async ({ client }: Member) => ask({ authorization: `Bearer ${await tokenOf(client)}` })

it('Visitors, members and keys get no details', async () => {
  const member = await newMember(server, 'Bea')
  const responses = [
    await ask(),
    await ask({ authorization: 'Bearer nonsense' }),
    await ask({ authorization: `Bearer ${server.anonKey}` }),
    await ask({ authorization: `Bearer ${server.serviceKey}` }),
    await askAs(member),
  ]
  for (const response of responses) {
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({ message: 'Only administrators can do this.' })
  }
  expect(await (await fetch(`${server.url}/health`)).json()).not.toHaveProperty('release')
})

it('An administrator gets release, load, queues and missing jobs', async () => {
  const response = await askAs(admin)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const described = details.parse(await response.json())
  expect(described).toMatchObject({ status: 'ready', missingJobs: [] })
  expect(described.marketplace.events.registration).toBeGreaterThan(0)
})

it.skipIf(everyDatabase.length < 2)(
  'An administrator needs the second factor where the settings require it',
  async () => {
    const database = await openPostgres({ url: server.databaseUrl ?? '', connections: 1 })
    onTestFinished(async () => {
      await requireSecondFactor(database, false)
      await database.close()
    })
    await requireSecondFactor(database, true)
    expect((await askAs(admin)).status).toBe(403)

    const { data } = await admin.client.auth.mfa.enroll({ factorType: 'totp' })
    const factorId = data?.id ?? ''
    const totp = new TOTP({ secret: Secret.fromBase32(data?.totp.secret ?? '') })
    const { error } = await admin.client.auth.mfa.challengeAndVerify({ factorId, code: totp.generate() })
    expect(error).toBeNull()
    expect((await askAs(admin)).status).toBe(200)
  },
)
