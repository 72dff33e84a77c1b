import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { openTestDatabase } from './testing.ts'
import { fillVault } from './vault.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const secrets = async () =>
  (await database.run({ text: 'select * from vault.decrypted_secrets order by name', values: [] })).rows

it('the vault contains the secrets of the latest start and the project’s URL', async () => {
  await fillVault(database, { token: 'first', old: 'removed' })
  await fillVault(database, { token: `it's "second"` })
  expect(await secrets()).toEqual([
    ['project_url', 'http://backend.internal'],
    ['token', `it's "second"`],
  ])
})

it('no API role can read the vault or requests with its secrets', async () => {
  await fillVault(database, { token: 'secret' })
  const tables = ['vault.secrets', 'vault.decrypted_secrets', 'net.http_request_queue', 'net._http_response']
  for (const role of ['anon', 'authenticated', 'service_role'])
    for (const table of tables) {
      const claims = JSON.stringify({ role })
      const reading = database.run({ text: `select * from ${table}`, values: [] }, { role, claims })
      await expect(reading, `${role} ${table}`).rejects.toMatchObject({ code: '42501' })
    }
})
