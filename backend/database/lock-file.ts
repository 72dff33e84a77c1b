/** A file that says which process holds something, by its id and start time. One left by a process that has ended is taken over. */
import { writeFileSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

export interface Holder {
  readonly id: string
  /** Whether it was killed and has not ended yet. */
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
  throw new Error(`${file} is being taken by several processes at once`)
}

/** The process that has the lock, unless it has ended. */
export async function readHolder(file: string): Promise<Holder | undefined> {
  const read = () => readFile(file, 'utf8').catch(() => undefined)
  let content = await read()
  // Made a moment ago, or by a process that was killed at that moment.
  if (content === '') content = await delay(20).then(read)
  if (content === undefined) return undefined
  const [id = '', started = ''] = content.split(' ')
  const state = await processState(Number(id), started)
  return state === 'gone' ? undefined : { id, isExiting: state === 'exiting' }
}

/** Synchronously, so that hardly anybody sees the file before its words are in it. */
function createLockFile(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** What became of a process. In a container every process has the same id, so its start time counts too. */
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
  // Its threads may still be at work when the first of them has ended.
  return (await readdir(`/proc/${id}/task`).catch(() => [])).length > 1 ? 'exiting' : 'gone'
}

/** Flag of the kernel for a process on its way out (PF_EXITING). */
const exitingFlag = 0x4
/** SIGKILL in the kernel's sets of pending signals. */
const killSignal = 0x100n

/** What Linux tells of a process; elsewhere nothing, so that its id alone decides. */
async function readProcess(id: number): Promise<{ started: string; isZombie: boolean; isKilled: boolean }> {
  const read = (name: string) => readFile(`/proc/${id}/${name}`, 'utf8').catch(() => '')
  const [stat, status] = await Promise.all([read('stat'), read('status')])
  // Counted from field 3, after the command's closing parenthesis, since a command may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const pending = [...status.matchAll(/^(?:SigPnd|ShdPnd):\s*([0-9a-f]+)$/gm)].map(([, set]) => BigInt(`0x${set}`))
  return {
    started: fields[19] ?? 'unknown',
    isZombie: fields[0] === 'Z' || fields[0] === 'X',
    isKilled: (Number(fields[6]) & exitingFlag) !== 0 || pending.some((set) => (set & killSignal) !== 0n),
  }
}
