/**
 * Lock files that name a process by id, start time and PID namespace. A lock whose process has ended is taken over. Processes of
 * another container cannot be seen. Their lock counts as held while its time changes.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile, readlink, rm, stat, utimes } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { isSystemError } from '#backend/system-error'

export interface Holder {
  readonly id: string
  /** Whether it was killed and is still exiting. */
  readonly isExiting: boolean
}

/** How often a holder changes the time of its lock. */
const renewMs = 2_000
/** A holder of another container that did not renew its lock for so long has ended. */
const silenceMs = 10_000
/** Several processes may replace a lock at the same moment. After this time it is known whose stays. */
const takeoverMs = 100

const readText = (file: string) => readFile(file, 'utf8').catch(() => undefined)

export async function takeLock(file: string): Promise<{ release(): Promise<void> } | { holder: Holder }> {
  const ours = [process.pid, (await readProcess(process.pid)).started, await namespace(), randomUUID()].join(' ')
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (createLockFile(file, ours)) return { release: holdLock(file, ours) }
    const found = await readText(file)
    const holder = await readHolder(file)
    if (holder) return { holder }
    if (found !== undefined && (await takeOver(file, found, ours))) return { release: holdLock(file, ours) }
  }
  throw new Error(`The lock file ${file} could not be taken, because several processes tried at once`)
}

/** Renews the lock until it is released. */
function holdLock(file: string, ours: string): () => Promise<void> {
  const renewal = setInterval(() => {
    const now = new Date()
    utimes(file, now, now).catch(() => {})
  }, renewMs)
  renewal.unref()
  return async () => {
    clearInterval(renewal)
    if ((await readText(file)) === ours) await rm(file, { force: true })
  }
}

/** Replaces the lock of an ended process. @returns false if another process was faster */
async function takeOver(file: string, ended: string, ours: string): Promise<boolean> {
  const replacement = `${file}.${randomUUID()}`
  createLockFile(replacement, ours)
  try {
    // Synchronous, so that no other lock takes its place in between.
    if (readFileSync(file, 'utf8') === ended) renameSync(replacement, file)
  } catch {
    // Released or removed by now.
  }
  rmSync(replacement, { force: true })
  await delay(takeoverMs)
  return (await readText(file)) === ours
}

/** The process that holds the lock, unless it has ended. */
export async function readHolder(file: string): Promise<Holder | undefined> {
  let content = await readText(file)
  // Just created, or its process was killed before writing.
  if (content === '') content = await delay(20).then(() => readText(file))
  if (content === undefined) return undefined
  const [id = '', started = '', itsNamespace] = content.split(' ')
  if (itsNamespace !== undefined && itsNamespace !== (await namespace()))
    return (await isRenewed(file)) ? { id: `${id} of another container`, isExiting: false } : undefined
  const state = await processState(Number(id), started)
  return state === 'gone' ? undefined : { id, isExiting: state === 'exiting' }
}

/** Compares the file's times with each other, not with the clock, which may jump. */
async function isRenewed(file: string): Promise<boolean> {
  const timeOf = async () => (await stat(file).catch(() => undefined))?.mtimeMs
  const before = await timeOf()
  const begun = performance.now()
  while (performance.now() - begun < silenceMs) {
    await delay(renewMs / 4)
    const now = await timeOf()
    if (now !== before) return now !== undefined
  }
  return false
}

/** Names the processes that this one can see. The same for all on a system without PID namespaces. */
const namespace = () => readlink('/proc/self/ns/pid').catch(() => 'all')

/** Synchronous, so that other processes rarely see the file while it is empty. */
function createLockFile(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false
    throw error
  }
}

/** The state of a process. Its start time is compared, because in containers process ids repeat. */
async function processState(id: number, started: string): Promise<'running' | 'exiting' | 'gone'> {
  if (!Number.isInteger(id) || id <= 0) return 'gone'
  try {
    process.kill(id, 0)
  } catch (error) {
    return isSystemError(error, 'EPERM') ? 'running' : 'gone'
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
