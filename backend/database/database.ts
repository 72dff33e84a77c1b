/** The one interface through which everything in `backend/` reaches PostgreSQL, whichever driver stands behind it. */

/** One parameterised statement. Keep `text` the same for a request's shape: it is prepared once per connection and reused. */
export interface Statement {
  readonly text: string
  /** Parameters in PostgreSQL's text format; their types are inferred by the server, so cast in the text (`$1::uuid`) where it matters. */
  readonly values: readonly (string | null)[]
}

/** Adds up the time that statements have taken of the database. */
export interface TimeSpent {
  ms: number
}

/** Who a statement runs as. Set locally to the statement's transaction, so nothing leaks to the next request. */
export interface Session {
  /** A database role: anon, authenticated, service_role or a custom one named by a verified token. */
  readonly role: string
  /** The verified token's claims as JSON text; read by auth.uid(), auth.jwt() and friends. */
  readonly claims: string
  /** `search_path` of the statement, e.g. `"public", "extensions"`; the default of the connection when absent. */
  readonly searchPath?: string
  /** What PostgREST exposes as request.method, request.path, request.headers and request.cookies (the last two JSON text). */
  readonly request?: { method: string; path: string; headers: string; cookies: string }
  /** What its statements take is added here, whether they succeed or fail. */
  readonly spent?: TimeSpent
}

/** By role, milliseconds a statement may run where that is less than others may. */
export type RoleTimeouts = Readonly<Record<string, number>>

export interface Column {
  readonly name: string
  /** OID of the column's type. */
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

export interface Database {
  readonly kind: 'pglite' | 'postgres'
  /**
   * Runs one statement in one transaction and one round trip; without a session, as the role that owns the database.
   * Past the deadline it fails with code 57014.
   * @throws DatabaseError
   */
  run(statement: Statement, session?: Session): Promise<Result>
  /**
   * Runs `work` in one transaction, committed when it resolves and rolled back when it rejects (with the same error).
   * Holds a connection (on PGlite: the only one) meanwhile, so do no other waiting inside.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, session?: Session): Promise<T>
  /** Runs a script of several statements by the simple protocol, in one implicit transaction; with no deadline, for migrations, unless `timed`. */
  script(sql: string, options?: { timed: boolean }): Promise<void>
  /** Runs `work` while no other process that uses this database runs work under the same key. Waits for its turn. */
  withLock<T>(key: number, work: () => Promise<T>): Promise<T>
  /**
   * Calls `onPayload` for each NOTIFY on the channel until the returned function is called; with '' after the database was away, since
   * what was sent meanwhile is lost.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>
  /** Waits for statements under way, then closes. */
  close(): Promise<void>
}
