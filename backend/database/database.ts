/** The interface through which `backend/` uses PostgreSQL, with either driver. */
import type { AdvisoryLock } from './advisory-locks.ts'

/** A parameterised statement. Keep `text` equal for equal requests: it is prepared once per connection and reused. */
export interface Statement {
  readonly text: string
  /** Parameters in text format. The server infers their types; cast in the text (`$1::uuid`) where needed. */
  readonly values: readonly (string | null)[]
}

/** Accumulates the database time of statements. */
export interface TimeSpent {
  ms: number
}

/** The role and claims of a statement. They are local to its transaction, so nothing leaks to the next request. */
export interface Session {
  /** anon, authenticated, service_role or a custom role from a verified token. */
  readonly role: string
  /** The verified token's claims as JSON, which auth.uid(), auth.jwt() and others read. */
  readonly claims: string
  /** The statement's `search_path`, e.g. `"public", "extensions"`; by default the connection's. */
  readonly searchPath?: string
  /** The values of PostgREST's settings request.method, request.path, request.headers and request.cookies (the last two JSON). */
  readonly request?: { method: string; path: string; headers: string; cookies: string }
  /** Receives the time of its statements, failed ones included. */
  readonly spent?: TimeSpent
}

/** Statement timeouts in milliseconds of roles whose timeout is shorter than the default. */
export type RoleTimeouts = Readonly<Record<string, number>>

export interface Column {
  readonly name: string
  /** The OID of the column's type. */
  readonly type: number
}

export interface Result {
  readonly columns: readonly Column[]
  /** Cells in PostgreSQL's text format. */
  readonly rows: readonly (readonly (string | null)[])[]
  /** Rows read or changed, from the command tag. */
  readonly count: number
  /** The command tag, e.g. `INSERT 0 1`. */
  readonly tag: string
}

/** Statements that share one transaction. */
export interface Transaction {
  /** @throws DatabaseError */
  run(statement: Statement): Promise<Result>
}

export interface DatabaseLoad {
  /** Connections in use. */
  readonly busyConnections: number
  /** Statements and transactions that wait for a connection. */
  readonly waitingStatements: number
  /** Slow statements since the start. */
  readonly slowStatements: number
}

export interface Database {
  readonly kind: 'pglite' | 'postgres'
  /**
   * Runs one statement in one transaction and one round trip; without a session, as the owner of the database.
   * Fails with 57014 after the timeout.
   * @throws DatabaseError
   */
  run(statement: Statement, session?: Session): Promise<Result>
  /**
   * Runs `work` in one transaction, committed when it resolves and rolled back when it rejects (with the same error).
   * It holds a connection (on PGlite the only one), so `work` must not wait for anything else.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, session?: Session): Promise<T>
  /** Runs several statements by the simple protocol, in one implicit transaction; without a timeout unless `timed`. */
  script(sql: string, options?: { timed: boolean }): Promise<void>
  /** Runs `work` under a lock that all processes on this database share. Waits for the lock. */
  withLock<T>(lock: AdvisoryLock, work: () => Promise<T>): Promise<T>
  /**
   * Calls `onPayload` for each NOTIFY on the channel until the returned function is called. After a reconnect it calls it with '',
   * because notifications sent meanwhile are lost.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>
  load(): DatabaseLoad
  /** Waits for running statements, then closes. */
  close(): Promise<void>
}
