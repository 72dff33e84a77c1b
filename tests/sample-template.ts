/** The sample catalogue as a template: a data folder and, on PostgreSQL, a database, filled once and copied for each server. */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { takeLock } from '#backend/database/lock-file'
import { openPostgres } from '#backend/database/postgres'
import { templateDigest } from '#backend/database/template-folder'

export interface SampleTemplate {
  /** With the stored pictures, and PGlite's database. */
  readonly dataDir: string
  /** Undefined on PGlite. */
  readonly databaseUrl: string | undefined
}

const root = fileURLToPath(new URL('..', import.meta.url))
/** What decides the rows and pictures of the catalogue, besides the migrations. */
const sources = ['backend', 'domain', 'supabase/functions', 'supabase/sample']
/** The catalogue has orders of the last hours. */
const freshMs = 6 * 60 * 60 * 1000

/**
 * Resolves with the template. The first caller on the machine fills it, and the others wait.
 * @param postgres a superuser's connection string, or undefined for PGlite
 * @param fill loads the catalogue into a new data folder. @returns the connection string of the database, if it is on PostgreSQL
 */
export async function sampleTemplate(
  postgres: string | undefined,
  fill: (dataDir: string) => Promise<string | undefined>,
): Promise<SampleTemplate> {
  const version = await digest()
  const place = postgres === undefined ? 'pglite' : await clusterOf(postgres)
  // Folders with this prefix are deleted when they were not used for a day.
  const folder = path.join(tmpdir(), `tuckbox-template-sample-${version}-${place}`)
  const address = path.join(folder, 'database-url')
  const isMade = async () =>
    existsSync(folder) && (postgres === undefined || (await hasDatabase(postgres, readFileSync(address, 'utf8'))))
  while (!(await isMade())) {
    const lock = await takeLock(`${folder}.lock`)
    if (!('release' in lock)) {
      await delay(100)
      continue
    }
    try {
      if (await isMade()) continue
      rmSync(folder, { recursive: true, force: true })
      await make(folder, fill, postgres)
    } finally {
      await lock.release()
    }
  }
  const now = new Date()
  utimesSync(folder, now, now)
  return { dataDir: path.join(folder, 'data'), databaseUrl: readFileSync(address, 'utf8') || undefined }
}

async function make(
  folder: string,
  fill: (dataDir: string) => Promise<string | undefined>,
  postgres: string | undefined,
): Promise<void> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'tuckbox-making-'))
  try {
    const filled = await fill(path.join(temporary, 'data'))
    // A kept PostgreSQL server keeps templates alone.
    const databaseUrl = filled && (await nameTemplate(postgres ?? filled, filled))
    writeFileSync(path.join(temporary, 'database-url'), databaseUrl ?? '')
    // Renamed when complete, so that no other process sees half of it.
    renameSync(temporary, folder)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** Renames a database as a template. @returns its new connection string */
async function nameTemplate(postgres: string, url: string): Promise<string> {
  const named = url.replace('/test_', '/template_sample_')
  // A database with connections cannot be copied.
  await query(postgres, `alter database ${nameOf(url)} allow_connections false`)
  await query(postgres, `alter database ${nameOf(url)} rename to ${nameOf(named)}`)
  return named
}

const hasDatabase = async (postgres: string, url: string) =>
  (await query(postgres, 'select from pg_database where datname = $1', nameOf(url))).count > 0

const nameOf = (url: string) => new URL(url).pathname.slice(1)

/** Names a PostgreSQL cluster, because the one of a test run is gone after it. */
async function clusterOf(postgres: string): Promise<string> {
  const { rows } = await query(postgres, 'select system_identifier::text from pg_control_system()')
  return rows[0]?.[0] ?? ''
}

async function query(postgres: string, text: string, ...values: string[]) {
  const database = await openPostgres({ url: postgres, connections: 1 })
  try {
    return await database.run({ text, values })
  } finally {
    await database.close()
  }
}

async function digest(): Promise<string> {
  const hash = createHash('sha256').update(await templateDigest(path.join(root, 'supabase/migrations')))
  hash.update(String(Math.floor(Date.now() / freshMs)))
  for (const folder of sources)
    for (const name of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).sort())
      if (/(?<!\.test)\.(ts|js|sql)$/.test(name)) hash.update(readFileSync(path.join(root, folder, name)))
  return hash.digest('hex').slice(0, 16)
}
