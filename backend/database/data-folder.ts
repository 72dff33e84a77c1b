/**
 * Prevents two processes from opening one data folder, and an older version from opening a newer folder. PGlite checks neither, and
 * both would destroy the data.
 */
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { takeLock } from './lock-file.ts'

/** PGlite's PostgreSQL major version, which a folder's PG_VERSION must equal. */
const postgresMajor = 18

/** A data folder that cannot be used; the message is for the administrator. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}

/** How long to wait for a killed owner to exit. */
const exitTimeoutMs = 5_000

/** Creates and locks the folder. @returns a function that releases it. @throws DataFolderError */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  await refuseOtherVersions(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return lock(folder)
}

/** Deletes the folder and its data, of any version. @throws DataFolderError when it is in use */
export async function removeDataFolder(folder: string): Promise<void> {
  const unlock = await lock(folder)
  const removed = `${folder}.removed`
  try {
    // Renamed first, because a half-deleted folder looks like a database.
    await rm(removed, { recursive: true, force: true })
    await rename(folder, removed)
    await rm(removed, { recursive: true })
  } finally {
    await unlock()
  }
}

async function lock(folder: string): Promise<() => Promise<void>> {
  const file = `${folder.replace(/\/+$/, '')}.lock`
  const begun = performance.now()
  for (;;) {
    const taken = await takeLock(file)
    if ('release' in taken) return taken.release
    if (!taken.holder.isExiting || performance.now() - begun > exitTimeoutMs)
      throw new DataFolderError(
        `The data folder ${path.resolve(folder)} is in use by process ${taken.holder.id}. Stop it first, or choose another DATA_DIR.`,
      )
    await delay(50)
  }
}

async function refuseOtherVersions(folder: string): Promise<void> {
  const text = await readFile(path.join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (text === undefined) return
  const major = Number(text.trim())
  if (major === postgresMajor) return
  const made = major > postgresMajor ? 'a newer' : 'an older'
  throw new DataFolderError(
    `The data folder ${path.resolve(folder)} was made by ${made} version of this program (PostgreSQL ${text.trim()}, here ${postgresMajor}). Nothing in it was changed.`,
  )
}
