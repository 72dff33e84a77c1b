/** A digest of the migrations, by which the generated types tell which schema they are of. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

export async function migrationsDigest(folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()) {
    hash
      .update(file)
      .update('\0')
      .update(await readFile(path.join(folder, file)))
  }
  return hash.digest('hex')
}
