import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { databaseTypes, typesFile } from './database-types.ts'

it('The database types match the current migrations (if not, run `npm run types`)', async () => {
  expect(await databaseTypes()).toBe(await readFile(typesFile, 'utf8'))
})
