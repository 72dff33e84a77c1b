/** The embedded driver: PGlite in a worker thread. */
import { AsyncResource } from 'node:async_hooks'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { serialize } from 'pg-protocol'
import { lockDataFolder } from './data-folder.ts'
import type { Database, DatabaseLoad, Result, RoleTimeouts, Session, Statement } from './database.ts'
import { DatabaseError } from './errors.ts'
import { defaultSearchPath, Exchange, retryStale, toDatabaseError } from './exchange.ts'
import { type PgliteFolder, type PgliteThread, startPgliteThread } from './pglite-thread.ts'
import { PreparedStatements } from './prepared.ts'
import { type ReplyReader, readReply } from './reply.ts'
import type { SlowStatements, StatementTimer } from './slow-statements.ts'
import { inTransaction } from './transaction.ts'

export interface PgliteOptions {
  /** A folder, created if missing and locked while open; or `memory://` for a temporary database. */
  dataDir: string
  /** Statement timeout in milliseconds. A statement that exceeds it ends the thread and fails with 57014. */
  timeoutMs?: number
  /** Creates a missing folder as a small template for copies. The serving thread creates it, so that memory stays in use. */
  isTemplate?: boolean
  roleTimeoutsMs?: RoleTimeouts
  slowStatements?: SlowStatements
}

/** Unanswered messages in the thread at a time. Several keep it busy; few, because after a timeout they are sent again. */
const pipelineDepth = 8

/** Opens the data folder, creating it if missing. @throws DataFolderError when it is in use or of another version */
export async function openPglite(options: PgliteOptions): Promise<Database> {
  const { dataDir, timeoutMs = 8_000, roleTimeoutsMs = {}, slowStatements, isTemplate } = options
  const isOnDisk = !dataDir.startsWith('memory://')
  const unlock = isOnDisk ? await lockDataFolder(dataDir) : async () => {}
  try {
    if (isOnDisk && !isTemplate && !existsSync(path.join(dataDir, 'PG_VERSION'))) await makeDataFolder(dataDir)
    const connection = new PgliteConnection({ dataDir, isTemplate }, timeoutMs, roleTimeoutsMs, slowStatements)
    await connection.open()
    return {
      kind: 'pglite',
      run: (statement, session) => retryStale(() => connection.run(statement, session)),
      transaction: (work, session) =>
        connection.lease(session, (run) => inTransaction(run, work, session, undefined, () => {})),
      script: (sql, options) => connection.script(sql, options?.timed),
      // The data folder is locked, so no other process uses it.
      withLock: (_lock, work) => work(),
      listen: (channel, onPayload) => connection.listen(channel, onPayload),
      load: () => ({ ...connection.load, slowStatements: slowStatements?.count ?? 0 }),
      close: () => connection.close().finally(unlock),
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** Creates the folder in a separate thread. That takes hundreds of megabytes, which are freed when the thread ends. */
async function makeDataFolder(dataDir: string): Promise<void> {
  const thread = await startPgliteThread({ dataDir }, () => {})
  await thread.close()
}

type Run = (statement: Statement) => Promise<Result>
type Listener = (payload: string) => void

/** A statement that traps in WebAssembly every time would otherwise reopen the folder for ever. */
const maxTraps = 3

/** The thread ended before it started a message, or trapped in it. It had no effect and is sent again. */
class NotStarted extends DatabaseError {
  readonly mayHaveTrapped: boolean
  constructor(mayHaveTrapped = false) {
    super({ code: '08006', message: 'The database was reopened meanwhile' })
    this.mayHaveTrapped = mayHaveTrapped
  }
}

/** PGlite's only connection. Statements wait in a queue, which a transaction holds until it ends. */
class PgliteConnection {
  readonly #folder: PgliteFolder
  readonly #timeoutMs: number
  readonly #roleTimeoutsMs: RoleTimeouts
  readonly #slowStatements: SlowStatements | undefined
  readonly #waiting: (() => void)[] = []
  readonly #listeners = new Map<string, Set<Listener>>()
  #thread: PgliteThread | undefined
  #prepared = new PreparedStatements()
  #leased = false
  #closed = false

  constructor(
    folder: PgliteFolder,
    timeoutMs: number,
    roleTimeoutsMs: RoleTimeouts,
    slowStatements: SlowStatements | undefined,
  ) {
    this.#folder = folder
    this.#timeoutMs = timeoutMs
    this.#roleTimeoutsMs = roleTimeoutsMs
    this.#slowStatements = slowStatements
  }

  get load(): Omit<DatabaseLoad, 'slowStatements'> {
    const isBusy = this.#leased || (this.#thread?.pending ?? 0) > 0
    return { busyConnections: Number(isBusy), waitingStatements: this.#waiting.length }
  }

  async open(): Promise<void> {
    this.#prepared = new PreparedStatements()
    this.#thread = await startPgliteThread(this.#folder, () => void this.#reopen())
    await this.#sendScript(`set search_path = ${defaultSearchPath}`)
    for (const [channel, listeners] of this.#listeners)
      this.#sendScript(`listen ${quoteIdentifier(channel)}`).then(
        // Notifications sent meanwhile are lost, as after a server restart.
        () => listeners.forEach((listener) => void listener('')),
        () => {},
      )
    this.#pump()
  }

  /** Restarts the thread after it ended; the queue waits. */
  async #reopen(delayMs = 0): Promise<void> {
    this.#thread = undefined
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    if (this.#closed) return
    await this.open().catch(() => this.#reopen(Math.min(5_000, delayMs * 2 + 100)))
  }

  #pump(): void {
    while (!this.#leased && this.#thread && this.#thread.pending < pipelineDepth) {
      const next = this.#waiting.shift()
      if (!next) return
      next()
    }
  }

  #enqueue(job: () => void): void {
    this.#waiting.push(job)
    this.#pump()
  }

  run(statement: Statement, session?: Session): Promise<Result> {
    const timed = this.#slowStatements?.begin()
    return this.#enqueueAndSend(() => this.#send(statement, session, timed))
  }

  script(sql: string, timed = false): Promise<void> {
    return this.#enqueueAndSend(() => this.#sendScript(sql, timed))
  }

  /** Sends in turn, and again if the thread ended before starting it. */
  #enqueueAndSend<T>(send: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let traps = 0
      const job = () => {
        send().then(resolve, (error: unknown) => {
          if (error instanceof NotStarted && error.mayHaveTrapped) traps += 1
          if (error instanceof NotStarted && traps < maxTraps) this.#waiting.unshift(job)
          else reject(error)
        })
      }
      this.#enqueue(job)
    })
  }

  /**
   * Holds the queue for `work` until it settles. PGlite ignores statement_timeout, so `run` applies the session's. If the
   * thread ended before the first statement, which begins the transaction, `work` is called again.
   */
  lease<T>(session: Session | undefined, work: (run: Run) => Promise<T>): Promise<T> {
    const timeoutMs = this.#timeoutOf(session)
    // The end of another request's statement may start it. It still belongs to the request of this call.
    const leased = AsyncResource.bind(work)
    return new Promise((resolve, reject) => {
      const job = () => {
        this.#leased = true
        const thread = this.#thread
        let hasBegun = false
        const run: Run = async (statement) => {
          if (this.#thread !== thread) throw new NotStarted()
          const result = await this.#send(statement, undefined, this.#slowStatements?.begin(), timeoutMs)
          hasBegun = true
          return result
        }
        leased(run)
          .then(resolve, (error: unknown) => {
            if (error instanceof NotStarted && !hasBegun) this.#waiting.unshift(job)
            else reject(error)
          })
          .finally(() => {
            this.#leased = false
            this.#pump()
          })
      }
      this.#enqueue(job)
    })
  }

  #timeoutOf(session: Session | undefined): number {
    return (session && this.#roleTimeoutsMs[session.role]) ?? this.#timeoutMs
  }

  #send(
    statement: Statement,
    session?: Session,
    timed?: StatementTimer,
    timeoutMs = this.#timeoutOf(session),
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const thread = this.#thread
      if (!thread) return reject(new NotStarted())
      const exchange = new Exchange(statement, session, this.#prepared, (error, result) =>
        result ? resolve(result) : reject(error),
      )
      const addTime = (ms: number) => {
        timed?.(statement.text, ms)
        if (session?.spent) session.spent.ms += ms
      }
      thread.send(exchange.bytes(), {
        timeoutMs,
        onNotStarted: (wasNext) => reject(new NotStarted(wasNext)),
        onReply: (bytes, tookMs) => {
          addTime(tookMs)
          this.#read(bytes, exchange, thread)
          this.#pump()
        },
        onFailure: (error, tookMs) => {
          addTime(tookMs)
          reject(error)
        },
      })
    })
  }

  #sendScript(sql: string, timed = false): Promise<void> {
    return new Promise((resolve, reject) => {
      const thread = this.#thread
      if (!thread) return reject(new NotStarted())
      const outcome = { handleError: (error: Error) => reject(toDatabaseError(error)), handleReadyForQuery: resolve }
      thread.send(serialize.query(sql), {
        timeoutMs: timed ? this.#timeoutMs : Number.POSITIVE_INFINITY,
        onNotStarted: (wasNext) => reject(new NotStarted(wasNext)),
        onReply: (bytes) => {
          this.#read(bytes, outcome, thread)
          this.#pump()
        },
        onFailure: reject,
      })
    })
  }

  #read(bytes: Buffer, reader: ReplyReader, thread: PgliteThread): void {
    readReply(bytes, reader, {
      onNotification: (channel, payload) => {
        for (const listener of this.#listeners.get(channel) ?? []) listener(payload)
      },
      // PGlite survives a panic but then fails every statement, so the folder is reopened.
      onPanic: () => thread.terminate(),
    })
  }

  async listen(channel: string, listener: Listener): Promise<() => Promise<void>> {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners.add(listener))
    await this.script(`listen ${quoteIdentifier(channel)}`)
    return async () => {
      listeners.delete(listener)
    }
  }

  /** Waits for the queue, then closes the data folder. */
  async close(): Promise<void> {
    if (this.#closed) return
    await this.lease(undefined, async () => {
      this.#closed = true
      await this.#thread?.close()
    })
  }
}

function quoteIdentifier(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}
