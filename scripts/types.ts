/** `npm run types`: writes the database's TypeScript types. Needed when the schema has changed; a test says so. */
import { writeFile } from 'node:fs/promises'
import { databaseTypes, typesFile } from './database-types.ts'

await writeFile(typesFile, await databaseTypes())
