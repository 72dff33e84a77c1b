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

interface Sent {
  /** Milliseconds it may take; infinitely many for what is not timed. */
  readonly deadlineMs: number
  readonly onReply: (bytes: Buffer, tookMs: number) => void
  /** The thread ended while it worked on this message, or had answered it and the answer was lost. */
  readonly onFailure: (error: DatabaseError, tookMs: number) => void
  /** The thread ended before it began with this message: nothing of it was done. */
  readonly onUntouched: () => void
}

export interface PgliteThread {
  /** Sends one message; exactly one of the callbacks is called. */
  send(bytes: Uint8Array, sent: Sent): void
  /** Messages sent and not yet answered; infinitely many once the thread has ended. */
  readonly pending: number
  /** Ends the thread as if it had died: what it has not answered fails, what it has not begun was not done. */
  abandon(): void
  close(): Promise<void>
}

const timedOut = () => new DatabaseError({ code: '57014', message: 'canceling statement due to statement timeout' })

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
  const begun = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./pglite-worker.js', import.meta.url), {
    workerData: { ...folder, begun, module: await compiledModule() },
    // It is JavaScript, and need not wait for a loader of the program's.
    execArgv: [],
    resourceLimits: { stackSizeMb },
  })
  await opened(worker)

  const sent: Sent[] = []
  let answered = 0
  let headSince = 0
  let closing: (() => void) | undefined
  let ended = false

  const end = (error: () => DatabaseError) => {
    if (ended) return
    clearInterval(watch)
    ended = true
    const failed = sent.splice(0)
    const tookMs = performance.now() - headSince
    void worker.terminate().then(() => {
      const touched = Atomics.load(begun, 0) - answered
      failed.forEach((message, index) => {
        if (index < touched) message.onFailure(error(), index === 0 ? tookMs : 0)
        else message.onUntouched()
      })
      onEnd()
    })
  }

  // A coarse tick instead of a timer a message: the deadline is seconds, the messages are thousands a second.
  const watch = setInterval(() => {
    if (sent[0] && performance.now() - headSince > sent[0].deadlineMs) end(timedOut)
  }, tickMs)
  watch.unref()

  worker.on('message', (reply: Uint8Array | 'closed') => {
    if (reply === 'closed') return closing?.()
    const head = sent.shift()
    answered += 1
    const tookMs = performance.now() - headSince
    headSince += tookMs
    head?.onReply(Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength), tookMs)
  })
  const lost = (cause?: Error) => () =>
    new DatabaseError({ code: '08006', message: 'The database thread ended unexpectedly' }, { cause })
  worker.on('error', (error: Error) => end(lost(error)))
  worker.once('exit', () => end(lost()))

  return {
    send(bytes, message) {
      if (ended) return queueMicrotask(message.onUntouched)
      if (sent.length === 0) headSince = performance.now()
      sent.push(message)
      worker.postMessage(bytes)
    },
    get pending() {
      return ended ? Number.POSITIVE_INFINITY : sent.length
    },
    abandon: () => end(lost()),
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
