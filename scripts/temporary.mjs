/** The temporary folder of a long run. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'

const prefix = 'tuckbox-run-'

/**
 * A new folder that is removed at the exit. It is in memory where there is room: there, a new database takes a tenth of the time.
 * @returns {string}
 */
export function makeTemporary() {
  const memory = '/dev/shm'
  const hasRoom = existsSync(memory) && freemem() > 8e9 && roomOf(memory) > 6e9
  const parent = hasRoom ? memory : tmpdir()
  // What an earlier run left would fill the memory.
  for (const name of readdirSync(parent)) {
    const left = path.join(parent, name)
    if (name.startsWith(prefix) && Date.now() - statSync(left).mtimeMs > 24 * 3_600_000) remove(left)
  }
  const folder = mkdtempSync(path.join(parent, prefix))
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  process.once('exit', () => remove(folder))
  return folder
}

/** @param {string} folder */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  } catch {
    // A process that a test has left still writes there. A later run removes it, and this one has its own result.
  }
}

/** Free bytes. @param {string} folder */
function roomOf(folder) {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
