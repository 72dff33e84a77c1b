/**
 * Databases for tests: each a copy of one prepared data folder with the base in it, since making one from nothing takes PGlite
 * seconds and a copy a fraction of one.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { applyBase } from './base.ts'
import type { Database } from './database.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

/** A database of its own with the base applied; its folder goes when it is closed. */
export async function openTestDatabase(options: { deadlineMs?: number } = {}): Promise<Database> {
  const prepared = await prepareDatabase()
  const folder = await mkdtemp(path.join(tmpdir(), 'tuckbox-test-database-'))
  const dataDir = path.join(folder, 'data')
  await cp(prepared, dataDir, { recursive: true })
  const database = await openPglite({ dataDir, ...options })
  return {
    ...database,
    close: () => database.close().finally(() => rm(folder, { recursive: true, force: true })),
  }
}

let made = 0

/** A database of its own on a PostgreSQL server, with the base applied; it is dropped when it is closed. */
export async function openTestPostgres(server: string): Promise<Database> {
  made += 1
  const name = `unit_${process.pid}_${made}_${Date.now().toString(36)}`
  const administrator = await openPostgres({ url: server, connections: 1 })
  await administrator.script(`create database ${name}`)
  const database = await openPostgres({ url: server.replace(/[^/]+$/, name), connections: 4 })
  await applyBase(database)
  return {
    ...database,
    close: async () => {
      await database.close()
      await administrator.script(`drop database ${name} with (force)`)
      await administrator.close()
    },
  }
}

/** The prepared folder of this PGlite and this base; made once on a machine, whoever comes first. */
export async function prepareDatabase(): Promise<string> {
  const prepared = path.join(tmpdir(), `tuckbox-prepared-${await baseDigest()}`)
  if (existsSync(prepared)) return prepared
  const making = await mkdtemp(path.join(tmpdir(), 'tuckbox-preparing-'))
  const dataDir = path.join(making, 'data')
  const database = await openPglite({ dataDir, deadlineMs: 120_000 })
  await applyBase(database)
  await database.close()
  // Renamed whole; another process may have been quicker, with the same content.
  await rename(dataDir, prepared).catch((error: unknown) => {
    if (!existsSync(prepared)) throw error
  })
  await rm(making, { recursive: true, force: true })
  return prepared
}

async function baseDigest(): Promise<string> {
  const hash = createHash('sha256')
  const base = new URL('./base/', import.meta.url)
  for (const file of (await readdir(base)).sort()) hash.update(file).update(await readFile(new URL(file, base)))
  const manifest = new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url)
  return hash
    .update(await readFile(manifest))
    .digest('hex')
    .slice(0, 16)
}
