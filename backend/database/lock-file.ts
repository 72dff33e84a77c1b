/** Lock files that name a process by id and start time. A lock whose process has ended is taken over. */
import { writeFileSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

export interface Holder {
  readonly id: string
  /** Whether it was killed and is still exiting. */
  readonly isExiting: boolean
}

export async function takeLock(file: string): Promise<{ release(): Promise<void> } | { holder: Holder }> {
  const ours = `${process.pid} ${(await readProcess(process.pid)).started}`
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (createLockFile(file, ours)) return { release: () => rm(file, { force: true }) }
    const holder = await readHolder(file)
    if (holder) return { holder }
    await rm(file, { force: true })
  }
  throw new Error(`The lock file ${file} could not be taken, because several processes tried at once`)
}

/** The process that holds the lock, unless it has ended. */
export async function readHolder(file: string): Promise<Holder | undefined> {
  const read = () => readFile(file, 'utf8').catch(() => undefined)
  let content = await read()
  // Just created, or its process was killed before writing.
  if (content === '') content = await delay(20).then(read)
  if (content === undefined) return undefined
  const [id = '', started = ''] = content.split(' ')
  const state = await processState(Number(id), started)
  return state === 'gone' ? undefined : { id, isExiting: state === 'exiting' }
}

/** Synchronous, so that other processes rarely see the file while it is empty. */
function createLockFile(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** The state of a process. Its start time is compared, because in containers process ids repeat. */
async function processState(id: number, started: string): Promise<'running' | 'exiting' | 'gone'> {
  if (!Number.isInteger(id) || id <= 0) return 'gone'
  try {
    process.kill(id, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM' ? 'running' : 'gone'
  }
  const found = await readProcess(id)
  if (found.started !== started) return 'gone'
  if (!found.isZombie) return found.isKilled ? 'exiting' : 'running'
  // Other threads may still run when the main thread has ended.
  return (await readdir(`/proc/${id}/task`).catch(() => [])).length > 1 ? 'exiting' : 'gone'
}

/** The kernel's flag for an exiting process (PF_EXITING). */
const exitingFlag = 0x4
/** SIGKILL's bit in the kernel's sets of pending signals. */
const killSignal = 0x100n

/** Reads /proc on Linux. On other systems there is none, so only the process id decides. */
async function readProcess(id: number): Promise<{ started: string; isZombie: boolean; isKilled: boolean }> {
  const read = (name: string) => readFile(`/proc/${id}/${name}`, 'utf8').catch(() => '')
  const [stat, status] = await Promise.all([read('stat'), read('status')])
  // Fields from the third on: the command before them may contain spaces and ends with a parenthesis.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const pending = [...status.matchAll(/^(?:SigPnd|ShdPnd):\s*([0-9a-f]+)$/gm)].map(([, set]) => BigInt(`0x${set}`))
  return {
    started: fields[19] ?? 'unknown',
    isZombie: fields[0] === 'Z' || fields[0] === 'X',
    isKilled: (Number(fields[6]) & exitingFlag) !== 0 || pending.some((set) => (set & killSignal) !== 0n),
  }
}
