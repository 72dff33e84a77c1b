/**
 * PGlite template folders, which tests copy: creating a folder takes seconds, a copy a tenth of a second. There is one per digest of
 * PGlite, the base and a project's migrations, shared by all processes on the machine.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants, cpSync, existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { release } from '../release.ts'
import { applyBase } from './base.ts'
import { readHolder, takeLock } from './lock-file.ts'
import { migrate } from './migrations.ts'
import { openPglite } from './pglite.ts'

const prefix = 'supabase-template-'
/** Templates that were not copied for a day are deleted: their sources have changed. */
const unusedTtlMs = 24 * 60 * 60 * 1000

/** Copies the template with these migrations to `dataDir`, which must not exist. */
export async function copyTemplateFolder(dataDir: string, migrations?: string): Promise<void> {
  const folder = await folderOf(migrations)
  while (await readHolder(lockOf(folder))) await delay(20)
  if (!existsSync(folder)) await makeInChildProcess(migrations)
  const now = new Date()
  await utimes(folder, now, now)
  // Synchronous: five times as fast as a promise for each of a thousand small files.
  cpSync(folder, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

/** Creates the template folder unless it exists, or waits for another process that creates it. @returns its path */
export async function makeTemplateFolder(migrations?: string): Promise<string> {
  const folder = await folderOf(migrations)
  while (!existsSync(folder)) {
    const lock = await takeLock(lockOf(folder))
    if ('release' in lock) await makeTemplate(folder, migrations).finally(lock.release)
    else await delay(50)
  }
  return folder
}

/** template1 and template0, which are two thirds of the files. PGlite uses one database and creates no other. */
const unusedDatabases = ['1', '4']

const lockOf = (folder: string) => `${folder}.lock`

async function makeTemplate(folder: string, migrations: string | undefined): Promise<void> {
  if (existsSync(folder)) return
  const temporary = await mkdtemp(path.join(tmpdir(), 'supabase-making-'))
  const dataDir = path.join(temporary, 'data')
  try {
    // An existing template of the base saves most of the work, but is not worth creating for this.
    const base = await folderOf(undefined)
    if (migrations !== undefined && existsSync(base)) cpSync(base, dataDir, { recursive: true })
    const database = await openPglite({ dataDir, timeoutMs: 120_000, isTemplate: true })
    await applyBase(database)
    if (migrations !== undefined) await migrate(database, migrations)
    await database.close()
    for (const oid of unusedDatabases) for (const file of await filesOf(path.join(dataDir, 'base', oid))) await rm(file)
    // Renamed when complete, so that no other process sees half of it.
    await rename(dataDir, folder)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
  await removeOutdated()
}

/** In a process without V8's optimising WebAssembly compiler, which would take longer than the work itself. */
async function makeInChildProcess(migrations: string | undefined): Promise<void> {
  const program = fileURLToPath(new URL('./make-template.ts', import.meta.url))
  const args = ['--liftoff-only', '--import', 'tsx', program, ...(migrations === undefined ? [] : [migrations])]
  const child = spawn(process.execPath, args, { cwd: path.dirname(program), stdio: ['ignore', 'inherit', 'inherit'] })
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve))
  if (code !== 0) throw new Error(`The template database could not be made: its process ended with ${code}`)
}

async function removeOutdated(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue
    const file = path.join(tmpdir(), name)
    // Another process may have deleted it.
    const found = await stat(file).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > unusedTtlMs) await rm(file, { recursive: true, force: true })
  }
}

async function folderOf(migrations: string | undefined): Promise<string> {
  return path.join(tmpdir(), prefix + (await templateDigest(migrations)))
}

/** The digest of all inputs of a template: the release, which the scripts record, PGlite, the scripts, and the code that runs them. */
export async function templateDigest(migrations: string | undefined): Promise<string> {
  const here = path.dirname(fileURLToPath(import.meta.url))
  const code = ['base.ts', 'migrations.ts', 'scripts.ts', 'template-folder.ts', 'pglite-worker.js']
  const files = [
    path.join(here, '../../node_modules/@electric-sql/pglite/package.json'),
    ...code.map((name) => path.join(here, name)),
    ...(await filesOf(path.join(here, 'base'))),
    ...(migrations === undefined ? [] : await filesOf(migrations)),
  ]
  const hash = createHash('sha256').update(release)
  for (const file of files) hash.update(`${path.basename(file)}\0`).update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}

const filesOf = async (folder: string) => (await readdir(folder)).sort().map((name) => path.join(folder, name))
