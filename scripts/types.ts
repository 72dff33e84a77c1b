/** `npm run types`: writes the database's TypeScript types. A test fails when they are out of date. */
import { writeFile } from 'node:fs/promises'
import { databaseTypes, typesFile } from './database-types.ts'

await writeFile(typesFile, await databaseTypes())
