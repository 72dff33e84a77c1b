/** The PostgreSQL driver (15 and up): a connection pool, and one round trip per statement. */
import pg from 'pg'
import { advisoryLocks } from './advisory-locks.ts'
import type { Database, Result, RoleTimeouts, Session, Statement } from './database.ts'
import { DatabaseError, isConnectionLost } from './errors.ts'
import { defaultSearchPath, Exchange, retryStale, toDatabaseError } from './exchange.ts'
import { listenOnPostgres } from './postgres-listener.ts'
import { PreparedStatements } from './prepared.ts'
import type { SlowStatements } from './slow-statements.ts'
import { inTransaction } from './transaction.ts'

export interface PostgresOptions {
  /** A connection string, `postgres://user@host:port/name`. */
  url: string
  /** Statement timeout in milliseconds; the server cancels with 57014. */
  timeoutMs?: number
  roleTimeoutsMs?: RoleTimeouts
  slowStatements?: SlowStatements
  /** Maximum connections in the pool. */
  connections?: number
  /** How long to wait for a free connection, before failing with 53300. */
  waitMs?: number
}

interface Connection {
  readonly prepared: PreparedStatements
  current: Exchange | undefined
}

/** Opens the pool and checks the server's version. @throws DatabaseError, Error */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { url, timeoutMs = 8_000, roleTimeoutsMs = {}, slowStatements, connections = 10, waitMs = 10_000 } = options
  const settings = {
    connectionString: url,
    application_name: 'supabase-backend',
    options: `-c search_path=${defaultSearchPath.replaceAll(' ', '')}`,
  }
  const pool = new pg.Pool({
    ...settings,
    max: connections,
    connectionTimeoutMillis: waitMs,
    statement_timeout: timeoutMs,
    idle_in_transaction_session_timeout: timeoutMs * 2,
  })
  // The pool replaces idle connections that the server closes; a running statement gets its own error.
  pool.on('error', () => {})
  const state = new WeakMap<pg.ClientBase, Connection>()
  pool.on('connect', (client) => {
    const connection: Connection = { prepared: new PreparedStatements(), current: undefined }
    state.set(client, connection)
    // A checked-out connection that fails between two statements must not crash the process.
    client.on('error', () => {})
    wireOf(client).on('parseComplete', () => connection.current?.handleParseComplete())
  })

  const timeoutOf = (session: Session | undefined) => session && roleTimeoutsMs[session.role]

  /** One round trip on a checked-out connection. */
  const round = (client: pg.PoolClient, statement: Statement, session?: Session): Promise<Result> =>
    new Promise<Result>((resolve, reject) => {
      const connection = state.get(client)
      if (!connection) throw new Error('a pooled connection without its state')
      const startedAt = performance.now()
      const timed = slowStatements?.begin()
      const done = (error: Error | null, result: Result | null) => {
        const tookMs = performance.now() - startedAt
        timed?.(statement.text, tookMs)
        if (session?.spent) session.spent.ms += tookMs
        if (result) resolve(result)
        else reject(error)
      }
      const exchange = new Exchange(statement, session, connection.prepared, done, timeoutOf(session))
      connection.current = exchange
      client.query(exchange)
    })

  const connect = () =>
    pool.connect().catch((error: Error) => {
      if (error.message.includes('timeout exceeded'))
        throw new DatabaseError({ code: '53300', message: 'No database connection became free in time' })
      throw toDatabaseError(error)
    })

  const database: Database = {
    kind: 'postgres',

    async run(statement, session) {
      const client = await connect()
      let lost = false
      try {
        return await retryStale(() => round(client, statement, session))
      } catch (error) {
        lost = isConnectionLost(error)
        throw error
      } finally {
        client.release(lost)
      }
    },

    async transaction(work, session) {
      const client = await connect()
      // A connection that failed to roll back is not reused.
      let broken = false
      try {
        return await inTransaction(
          (statement) => round(client, statement),
          work,
          session,
          timeoutOf(session),
          () => {
            broken = true
          },
        )
      } finally {
        client.release(broken)
      }
    },

    async script(sql, { timed } = { timed: false }) {
      const client = new pg.Client({ ...settings, ...(timed ? { statement_timeout: timeoutMs } : {}) })
      client.on('error', () => {})
      await client.connect().catch((error: Error) => Promise.reject(toDatabaseError(error)))
      try {
        await client.query(sql)
      } catch (error) {
        throw error instanceof Error ? toDatabaseError(error) : error
      } finally {
        await client.end()
      }
    },

    async withLock(lock, work) {
      const client = new pg.Client(settings)
      client.on('error', () => {})
      await client.connect().catch((error: Error) => Promise.reject(toDatabaseError(error)))
      try {
        await client.query('select pg_advisory_lock($1)', [advisoryLocks[lock]])
        return await work()
      } finally {
        // Closing the connection releases the lock.
        await client.end()
      }
    },

    listen: (channel, onPayload) => listenOnPostgres(settings, channel, onPayload),
    load: () => ({
      busyConnections: pool.totalCount - pool.idleCount,
      waitingStatements: pool.waitingCount,
      slowStatements: slowStatements?.count ?? 0,
    }),
    close: () => pool.end(),
  }

  await refuseOldServers(database).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  return database
}

/** The client's protocol connection: an event emitter that pg does not type. */
function wireOf(client: pg.PoolClient): NodeJS.EventEmitter {
  if (!('connection' in client) || typeof client.connection !== 'object' || client.connection === null)
    throw new Error('this version of pg has no connection to listen to')
  return client.connection as unknown as NodeJS.EventEmitter
}

async function refuseOldServers(database: Database): Promise<void> {
  const { rows } = await database.run({ text: `select current_setting('server_version_num')::int / 10000`, values: [] })
  const major = Number(rows[0]?.[0])
  if (major < 15) throw new Error(`PostgreSQL ${major} is too old: 15 or newer is needed`)
}
