/**
 * Keeps two processes out of one data folder, and an older program out of a newer folder: PGlite checks neither, and either would
 * destroy the data. The lock is a file with the owner's process id and start time; one left by a killed process is taken over.
 */
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'

/** PostgreSQL's major version inside PGlite; a folder's PG_VERSION must be the same. */
const postgresMajor = 18

/** A data folder that must not be touched; the message is a sentence for whoever started the program. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}

/** Makes and locks the folder. Returns what releases it. @throws DataFolderError */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  await refuseOtherVersions(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lockFile = `${folder.replace(/\/+$/, '')}.lock`
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (await claimed(lockFile)) return () => rm(lockFile, { force: true })
    const owner = await readFile(lockFile, 'utf8').catch(() => '')
    if (await isAlive(owner))
      throw new DataFolderError(
        `The data folder ${path.resolve(folder)} is in use by process ${owner.split(' ')[0]}. Stop it first, or choose another DATA_DIR.`,
      )
    await rm(lockFile, { force: true })
  }
  throw new DataFolderError(`The data folder ${path.resolve(folder)} is being opened by another process.`)
}

async function claimed(lockFile: string): Promise<boolean> {
  try {
    const file = await open(lockFile, 'wx', 0o600)
    await file.writeFile(`${process.pid} ${await startTime(process.pid)}`)
    await file.close()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Whether the process that wrote the lock still runs. In a container every process has the same id, so its start time counts too. */
async function isAlive(owner: string): Promise<boolean> {
  const [id, started] = owner.split(' ')
  const pid = Number(id)
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return (await startTime(pid)) === started
}

/** When a process started, in the kernel's ticks; a constant where the system does not tell (then its id alone decides). */
async function startTime(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // Field 22, counted after the command's closing parenthesis, since a command may hold spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'unknown'
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
