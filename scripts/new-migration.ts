/** Creates a migration whose version is later than all others. */
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The name is not valid for a migration. The message is for the developer. */
export class MigrationNameError extends Error {
  override readonly name = 'MigrationNameError'
}

/** Writes an empty migration with a heading. @param words its name, such as 'gift notes' @returns the file name */
export async function newMigration(folder: string, words: string, now: Date): Promise<string> {
  const name = words
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  if (!/^[a-z][a-z0-9_]*$/.test(name))
    throw new MigrationNameError('Usage: npm run db:new NAME, of letters, digits and underscores, such as gift_notes')
  const versions = (await readdir(folder)).flatMap((file) => /^(\d+)_.*\.sql$/.exec(file)?.[1] ?? [])
  const last = versions.sort().at(-1) ?? ''
  const time = now.toISOString().replace(/\D/g, '').slice(0, 14)
  // The last migration may come from a machine whose clock is ahead.
  const version = time > last ? time : String(BigInt(last) + 1n)
  const file = `${version}_${name}.sql`
  const heading = name.replaceAll('_', ' ')
  await writeFile(path.join(folder, file), `-- ${heading.charAt(0).toUpperCase()}${heading.slice(1)}.\n`, {
    flag: 'wx',
  })
  return file
}
