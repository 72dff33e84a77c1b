/**
 * Runs PGlite in a worker thread: sends it protocol messages in order and passes on the replies. It terminates the thread when a
 * message times out, because PGlite cannot be interrupted (statement_timeout has no effect in it). The data folder then recovers from
 * its write-ahead log as after a crash.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { DatabaseError } from './errors.ts'

interface PendingMessage {
  /** The timeout in milliseconds; Infinity for none. */
  readonly timeoutMs: number
  readonly onReply: (bytes: Buffer, tookMs: number) => void
  /** The thread ended while it processed this message, or its reply was lost. */
  readonly onFailure: (error: DatabaseError, tookMs: number) => void
  /**
   * The thread ended before it started this message, or trapped in it. It had no effect.
   * @param wasNext whether no other message was ahead of it, so that this one may have ended the thread
   */
  readonly onNotStarted: (wasNext: boolean) => void
}

export interface PgliteThread {
  /** Sends one message and calls exactly one of the callbacks. */
  send(bytes: Uint8Array, pending: PendingMessage): void
  /** Messages without a reply; Infinity once the thread has ended. */
  readonly pending: number
  /** Terminates the thread as if it had crashed: the started messages fail, the others were not started. */
  terminate(): void
  close(): Promise<void>
}

const statementTimeout = () =>
  new DatabaseError({ code: '57014', message: 'canceling statement due to statement timeout' })

/**
 * The default stack of 4 MB is too small for deeply nested functions: until V8 has optimised their code, its frames are larger. A stack
 * overflow ends the thread.
 */
const stackSizeMb = 32

export interface PgliteFolder {
  readonly dataDir: string
  /** Whether a missing folder is created as a small template for copies. */
  readonly isTemplate?: boolean | undefined
}

/** How often timeouts are checked. */
const tickMs = 50

/** Starts the thread and opens the data folder. `onEnd` is called if the thread ends other than by `close`. */
export async function startPgliteThread(folder: PgliteFolder, onEnd: () => void): Promise<PgliteThread> {
  // The number of messages the thread has started, in shared memory, so that it can be read after the thread has ended.
  const started = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./pglite-worker.js', import.meta.url), {
    workerData: { ...folder, started, module: await compiledModule() },
    // The worker is JavaScript and needs no loader.
    execArgv: [],
    resourceLimits: { stackSizeMb },
  })
  await opened(worker)

  const pending: PendingMessage[] = []
  let replied = 0
  let headStartedAt = 0
  let closing: (() => void) | undefined
  let ended = false

  const end = (error: () => DatabaseError) => {
    if (ended) return
    clearInterval(watch)
    ended = true
    const failed = pending.splice(0)
    const tookMs = performance.now() - headStartedAt
    void worker.terminate().then(() => {
      const startedCount = Atomics.load(started, 0) - replied
      for (const [index, message] of failed.slice(0, startedCount).entries())
        message.onFailure(error(), index === 0 ? tookMs : 0)
      // In reverse, because each message returns to the front of the queue. The queue keeps its order.
      for (const message of failed.slice(startedCount).reverse()) message.onNotStarted(message === failed[0])
      onEnd()
    })
  }

  // One coarse interval instead of a timer per message: timeouts are seconds, and there are thousands of messages a second.
  const watch = setInterval(() => {
    if (pending[0] && performance.now() - headStartedAt > pending[0].timeoutMs) end(statementTimeout)
  }, tickMs)
  watch.unref()

  worker.on('message', (reply: Uint8Array | 'closed') => {
    if (reply === 'closed') return closing?.()
    const head = pending.shift()
    replied += 1
    const tookMs = performance.now() - headStartedAt
    headStartedAt += tookMs
    head?.onReply(Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength), tookMs)
  })
  const connectionLost = (cause?: Error) => () =>
    new DatabaseError({ code: '08006', message: 'The database thread ended unexpectedly' }, { cause })
  worker.on('error', (error: Error) => end(connectionLost(error)))
  worker.once('exit', () => end(connectionLost()))

  return {
    send(bytes, message) {
      if (ended) return queueMicrotask(() => message.onNotStarted(false))
      if (pending.length === 0) headStartedAt = performance.now()
      pending.push(message)
      worker.postMessage(bytes)
    },
    get pending() {
      return ended ? Number.POSITIVE_INFINITY : pending.length
    },
    terminate: () => end(connectionLost()),
    async close() {
      clearInterval(watch)
      ended = true
      await new Promise<void>((resolve) => {
        closing = resolve
        worker.postMessage('close')
      })
      await worker.terminate()
    },
  }
}

/**
 * V8 compiles a function of WebAssembly again, and optimises it, once it has used up this budget. The default is 1.8 million on Node
 * 20, and larger on later versions. It optimises much of what a start runs a few times, which takes 0.7 s of processor time. Statements
 * are as fast later. The budget is that of all WebAssembly in the process, which has little other.
 */
const tieringBudget = 100_000_000

let compiled: Promise<WebAssembly.Module> | undefined

/** PGlite's code, compiled once for all threads, because that takes longer than opening a folder. */
function compiledModule(): Promise<WebAssembly.Module> {
  const program = path.join(path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm')
  compiled ??= readFile(program).then((bytes) => {
    setFlagsFromString(`--wasm-tiering-budget=${tieringBudget}`)
    return WebAssembly.compile(bytes)
  })
  return compiled
}

/** Resolves when the thread has opened its folder. It removes only its own listeners, because a Worker has internal ones. */
function opened(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number) => reject(new Error(`The database thread ended with code ${code} while opening`))
    worker.once('error', reject)
    worker.once('exit', onExit)
    worker.once('message', () => {
      worker.off('error', reject)
      worker.off('exit', onExit)
      resolve()
    })
  })
}
