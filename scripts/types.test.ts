import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { migrationsDigest } from './migrations-digest.ts'

it('has database types of the present migrations (else run `npm run types`)', async () => {
  const types = await readFile(new URL('../domain/database.generated.ts', import.meta.url), 'utf8')
  const digest = await migrationsDigest(fileURLToPath(new URL('../supabase/migrations', import.meta.url)))
  expect(/^\/\/ Migrations: (\w+)$/m.exec(types)?.[1]).toBe(digest)
})
