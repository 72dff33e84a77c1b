/**
 * `npm run types`: writes the database's TypeScript types, read by the Supabase CLI from a database that has just had every
 * migration. The CLI is fetched for this alone; it reaches PGlite through a socket as it would any PostgreSQL.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { applyBase } from '../backend/database/base.ts'
import { migrate } from '../backend/database/migrations.ts'
import { openPglite } from '../backend/database/pglite.ts'
import { migrationsDigest } from './migrations-digest.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const migrations = path.join(root, 'supabase/migrations')
const target = path.join(root, 'domain/database.generated.ts')
const cli = 'supabase@3.1.0'

const folder = await mkdtemp(path.join(tmpdir(), 'tuckbox-types-'))
try {
  const dataDir = path.join(folder, 'database')
  await migrateAfresh(dataDir)
  const types = await withSocket(dataDir, (url) =>
    run('npx', ['--yes', cli, 'gen', 'types', '--schema', 'public', `--remote=${url}`]),
  )
  if (!types.includes('export type Database')) throw new Error('The Supabase CLI wrote no types')
  const heading = `// Made by \`npm run types\`; do not edit.\n// Migrations: ${await migrationsDigest(migrations)}\n`
  await writeFile(target, heading + (await formatted(types)))
  console.log(`Wrote ${path.relative(root, target)}`)
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function migrateAfresh(dataDir: string): Promise<void> {
  const database = await openPglite({ dataDir, deadlineMs: 60_000 })
  await applyBase(database)
  await migrate(database, migrations)
  await database.close()
}

async function withSocket<T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> {
  const db = await PGlite.create({ dataDir, extensions: { pg_trgm, pgcrypto, unaccent } })
  const socket = new PGLiteSocketServer({ db, port: 0, host: '127.0.0.1', maxConnections: 10 })
  await socket.start()
  try {
    const address = socket.getServerConn()
    return await work(`postgresql://postgres:postgres@${address}/postgres?sslmode=disable`)
  } finally {
    await socket.stop()
    await db.close()
  }
}

function formatted(types: string): Promise<string> {
  return run('npx', ['biome', 'format', '--stdin-file-path=database.ts'], types)
}

function run(command: string, args: string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], cwd: root })
    child.stdin.end(input)
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${command} ended with code ${code}`)),
    )
  })
}
