/** Generates TypeScript types from a database with every migration, with the generator of the Supabase CLI's `gen types`. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation'
import { introspect } from '@supabase/postgrest-typegen/introspection'
import { copyTemplateFolder } from '../backend/database/testing.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export const typesFile = path.join(root, 'domain/database.generated.ts')

/** @returns the formatted content of `typesFile` for the current migrations */
export async function databaseTypes(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tuckbox-types-'))
  try {
    const dataDir = path.join(folder, 'database')
    await copyTemplateFolder(dataDir, path.join(root, 'supabase/migrations'))
    const database = await PGlite.create({ dataDir, extensions: { pg_trgm, pgcrypto, unaccent } })
    const metadata = await introspect(database, { includedSchemas: ['public'] }).finally(() => database.close())
    const types = await generateTypescript(sortGeneratorMetadata(metadata), {
      detectOneToOneRelationships: true,
      format: async (code) => code,
    })
    return await format(`// Made by \`npm run types\`; do not edit.\n${types}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function format(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome')
    const child = spawn(process.execPath, [biome, 'format', `--stdin-file-path=${path.basename(typesFile)}`], {
      stdio: ['pipe', 'pipe', 'inherit'],
      cwd: root,
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.once('error', reject)
    // At the exit, output may still be on its way.
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`Biome exited with code ${code}`))))
    child.stdin.end(text)
  })
}
