/**
 * One round trip in PostgreSQL's extended protocol: session settings, the statement, then one Sync. Everything up to the Sync is one
 * transaction, so the settings are local to it and an error rolls it back. Both drivers send the same messages.
 * Source: https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 */
import { serialize } from 'pg-protocol'
import type { Column, Result, Session, Statement } from './database.ts'
import { DatabaseError, type DatabaseErrorFields } from './errors.ts'
import type { PreparedStatements } from './prepared.ts'

/** Supabase's default search_path. */
export const defaultSearchPath = '"$user", public, extensions'

/** Sets each setting to its parameter. It returns no rows, because a row would cost as much as the setting. */
const setConfigSql = (...names: string[]): string =>
  `select where ${names.map((name, index) => `set_config('${name}', $${index + 1}, true) is null`).join(' or ')}`

const sessionSettings = ['role', 'request.jwt.claims'] as const
const requestSettings = ['search_path', 'request.method', 'request.path', 'request.headers', 'request.cookies'] as const
const setSession = setConfigSql(...sessionSettings)
const setRequest = setConfigSql(...sessionSettings, ...requestSettings)
const setSessionWithTimeout = setConfigSql(...sessionSettings, 'statement_timeout')
const setRequestWithTimeout = setConfigSql(...sessionSettings, ...requestSettings, 'statement_timeout')

/**
 * The statement that applies a session to the current transaction.
 * @param timeoutMs the statement timeout, if shorter than the connection's
 */
export function sessionStatement(session: Session, timeoutMs?: number): Statement {
  const { role, claims, searchPath, request } = session
  const timeout = timeoutMs === undefined ? [] : [String(timeoutMs)]
  const hasTimeout = timeout.length > 0
  if (searchPath === undefined && request === undefined)
    return { text: hasTimeout ? setSessionWithTimeout : setSession, values: [role, claims, ...timeout] }
  return {
    text: hasTimeout ? setRequestWithTimeout : setRequest,
    values: [
      role,
      claims,
      searchPath ?? defaultSearchPath,
      request?.method ?? '',
      request?.path ?? '',
      request?.headers ?? '{}',
      request?.cookies ?? '{}',
      ...timeout,
    ],
  }
}

/** A round trip in progress. The driver passes it the server's messages; `done` is called once with the result. */
export class Exchange {
  readonly #statement: Statement
  readonly #session: Statement | undefined
  readonly #prepared: PreparedStatements
  readonly #done: (error: Error | null, result: Result | null) => void
  /** Names of statements whose Parse was sent, oldest first. */
  #parsing: string[] = []
  #columns: readonly Column[] = []
  #rows: (string | null)[][] = []
  #tag = ''
  #inSession: boolean
  #ended = false

  constructor(
    statement: Statement,
    session: Session | undefined,
    prepared: PreparedStatements,
    done: (error: Error | null, result: Result | null) => void,
    timeoutMs?: number,
  ) {
    this.#statement = statement
    this.#session = session && sessionStatement(session, timeoutMs)
    this.#prepared = prepared
    this.#done = done
    this.#inSession = session !== undefined
  }

  /** pg's `Submittable`. One write, because pg's own methods would make each message a system call. */
  submit(connection: { readonly stream: { write(bytes: Uint8Array): unknown } }): void {
    connection.stream.write(this.bytes())
  }

  /** All messages of the round trip. Call it when the connection is free, because they depend on what it has prepared. */
  bytes(): Buffer {
    const messages: Buffer[] = []
    if (this.#session) {
      const statement = this.#prepare(messages, this.#session.text)
      messages.push(serialize.bind({ statement, values: [...this.#session.values] }), serialize.execute())
    }
    const statement = this.#prepare(messages, this.#statement.text)
    const known = this.#prepared.columns(statement)
    if (known) this.#columns = known
    else messages.push(serialize.describe({ type: 'S', name: statement }))
    messages.push(
      serialize.bind({ statement, values: [...this.#statement.values] }),
      serialize.execute(),
      serialize.sync(),
    )
    return Buffer.concat(messages)
  }

  /** The name of the prepared statement; adds the messages that prepare a new one. */
  #prepare(messages: Buffer[], text: string): string {
    const { name, isNew, evicted } = this.#prepared.use(text)
    for (const old of evicted) messages.push(serialize.close({ type: 'S', name: old }))
    if (isNew) {
      this.#parsing.push(name)
      messages.push(serialize.parse({ name, text }))
    }
    return name
  }

  handleParseComplete(): void {
    this.#parsing.shift()
  }

  handleRowDescription(message: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = message.fields.map((field) => ({ name: field.name, type: field.dataTypeID }))
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    if (!this.#inSession) this.#rows.push(message.fields)
  }

  handleCommandComplete(message: { text: string }): void {
    if (this.#inSession) {
      this.#inSession = false
      return
    }
    this.#tag = message.text
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}

  /** An ErrorResponse or a connection failure. It ends the exchange, and its transaction is rolled back. */
  handleError(error: Error): void {
    if (this.#ended) return
    this.#ended = true
    for (const name of this.#parsing) this.#prepared.discard(name)
    const failure = toDatabaseError(error)
    if (isStalePlan(failure)) this.#prepared.discardText(this.#statement.text)
    this.#done(failure, null)
  }

  handleReadyForQuery(): void {
    if (this.#ended) return
    this.#ended = true
    this.#prepared.setColumns(this.#statement.text, this.#columns)
    this.#done(null, { columns: this.#columns, rows: this.#rows, count: countOf(this.#tag), tag: this.#tag })
  }
}

/** `INSERT 0 3`, `SELECT 24` and `UPDATE 1` end with a row count; `BEGIN` and others have none. */
function countOf(tag: string): number {
  const count = Number(tag.slice(tag.lastIndexOf(' ') + 1))
  return Number.isNaN(count) ? 0 : count
}

/**
 * Whether a statement failed only because of its preparation: a schema change altered its result type (0A000), or the round trip that
 * should have prepared it failed (26000). The caller discards the prepared statement, so a retry prepares it again.
 */
function isStalePlan(error: DatabaseError): boolean {
  return error.code === '26000' || (error.code === '0A000' && error.message.includes('cached plan must not change'))
}

/** Runs a round trip and retries once after a stale plan. Not for use in a transaction, which has failed as a whole. */
export async function retryStale<T>(round: () => Promise<T>): Promise<T> {
  try {
    return await round()
  } catch (error) {
    if (error instanceof DatabaseError && isStalePlan(error)) return round()
    throw error
  }
}

function isServerError(error: Error): error is Error & DatabaseErrorFields {
  return 'code' in error && 'severity' in error && typeof error.code === 'string'
}

/** Converts an ErrorResponse to a DatabaseError; any other error is a lost connection (08006). */
export function toDatabaseError(error: Error): DatabaseError {
  if (error instanceof DatabaseError) return error
  if (!isServerError(error)) return new DatabaseError({ code: '08006', message: error.message }, { cause: error })
  return new DatabaseError(error, { cause: error })
}
