/**
 * Copies the folder of an open embedded database, while it serves. This is PostgreSQL's base backup: the files may change while they
 * are copied, and the copy's first start replays the write-ahead log since the copy began.
 * Source: https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, opendir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { removeDataFolder } from './data-folder.ts'
import type { Database } from './database.ts'

const query = (text: string) => ({ text, values: [] })

/**
 * @param from the folder of `database`
 * @param to a folder that is replaced, unless it is open
 * @throws DatabaseError, DataFolderError; also if the database was reopened meanwhile
 */
export async function snapshotFolder(database: Database, from: string, to: string): Promise<void> {
  if (existsSync(to)) await removeDataFolder(to)
  // The slot keeps the log until the copy is complete. It ends with the session.
  await database.run(query(`select pg_create_physical_replication_slot('snapshot', true, true)`))
  try {
    await database.run(query(`select pg_backup_start('snapshot', true)`))
    await copyTree(from, to)
    const { rows } = await database.run(query('select labelfile from pg_backup_stop(false)'))
    await copyLog(path.join(from, 'pg_wal'), path.join(to, 'pg_wal'))
    await writeFile(path.join(to, 'backup_label'), rows[0]?.[0] ?? '', { mode: 0o600 })
  } catch (error) {
    await rm(to, { recursive: true, force: true })
    throw error
  } finally {
    await database.run(query(`select pg_drop_replication_slot('snapshot')`)).catch(() => {})
  }
}

/** What a copy must not have: the log, which is copied last, and the state of this process. */
const isLeftOut = (relative: string) => /^(pg_wal|pg_replslot|pg_stat_tmp)\/|^postmaster\.(pid|opts)$/.test(relative)

async function copyTree(from: string, to: string, folder = ''): Promise<void> {
  await mkdir(path.join(to, folder), { recursive: true, mode: 0o700 })
  for await (const entry of await opendir(path.join(from, folder))) {
    const relative = path.join(folder, entry.name)
    if (isLeftOut(relative)) continue
    if (entry.isDirectory()) await copyTree(from, to, relative)
    // A table that is dropped meanwhile takes its files away. The log repeats that.
    else await copyFile(path.join(from, relative), path.join(to, relative)).catch(ignoreMissing)
  }
}

async function copyLog(from: string, to: string): Promise<void> {
  for (const name of await readdir(from))
    if (/^[0-9A-F]{24}$/.test(name)) await copyFile(path.join(from, name), path.join(to, name))
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
