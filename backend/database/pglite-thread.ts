/**
 * Hosts PGlite's worker thread: sends it protocol bytes in order, hands back each reply, and ends the thread when a message is not
 * answered by its deadline. PGlite cannot be interrupted (statement_timeout has no effect in it), so ending the thread is the only
 * way to stop a runaway statement; the data folder then recovers from its write-ahead log as after a crash.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { DatabaseError } from './errors.ts'

interface PendingMessage {
  /** Milliseconds it may take; infinitely many for what is not timed. */
  readonly timeoutMs: number
  readonly onReply: (bytes: Buffer, tookMs: number) => void
  /** The thread ended while it worked on this message, or had answered it and the answer was lost. */
  readonly onFailure: (error: DatabaseError, tookMs: number) => void
  /** The thread ended before it began with this message: nothing of it was done. */
  readonly onNotStarted: () => void
}

export interface PgliteThread {
  /** Sends one message; exactly one of the callbacks is called. */
  send(bytes: Uint8Array, pending: PendingMessage): void
  /** Messages sent and not yet answered; infinitely many once the thread has ended. */
  readonly pending: number
  /** Ends the thread as if it had died: what it has not answered fails, what it has not begun was not done. */
  terminate(): void
  close(): Promise<void>
}

const statementTimeout = () =>
  new DatabaseError({ code: '57014', message: 'canceling statement due to statement timeout' })

/**
 * A thread's own 4 MB are soon used up by nested functions as long as V8 has not optimised their code, whose frames are larger until
 * then; and an overflow ends the thread.
 */
const stackSizeMb = 32

export interface PgliteFolder {
  readonly dataDir: string
  /** Whether a missing folder is made to be copied. */
  readonly isTemplate?: boolean | undefined
}

/** How often it is looked whether a message has passed its deadline. */
const tickMs = 50

/** Starts the thread and opens the data folder. `onEnd` is called once if it ends other than by `close`. */
export async function startPgliteThread(folder: PgliteFolder, onEnd: () => void): Promise<PgliteThread> {
  // How many messages the thread has begun with: memory both sides see, so that it can be read after the thread has been ended.
  const started = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./pglite-worker.js', import.meta.url), {
    workerData: { ...folder, started, module: await compiledModule() },
    // It is JavaScript, and need not wait for a loader of the program's.
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
      failed.forEach((message, index) => {
        if (index < startedCount) message.onFailure(error(), index === 0 ? tookMs : 0)
        else message.onNotStarted()
      })
      onEnd()
    })
  }

  // A coarse tick instead of a timer a message: the deadline is seconds, the messages are thousands a second.
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
      if (ended) return queueMicrotask(message.onNotStarted)
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

let compiled: Promise<WebAssembly.Module> | undefined

/** PGlite's code, compiled once for all threads: that takes longer than opening a folder. */
function compiledModule(): Promise<WebAssembly.Module> {
  const program = path.join(path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm')
  compiled ??= readFile(program).then((bytes) => WebAssembly.compile(bytes))
  return compiled
}

/** Resolves when the thread has opened its folder. Only its own listeners are removed: a Worker has internal ones. */
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
