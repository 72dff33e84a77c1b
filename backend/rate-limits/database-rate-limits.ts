/** Rate limits in the database, one statement each, shared by all processes that use it. */
import { createHash } from 'node:crypto'
import type { Database, Statement } from '#backend/database/database'
import type { RateLimits } from './rate-limits.ts'
import { TtlCache } from './ttl-cache.ts'

/** $1 key, $2 capacity, $3 tokens refilled per millisecond, $4 now, $5 the window in milliseconds. */
const refilled = 'least($2::float8, c.amount + greatest(0, $4::float8 - c.at_ms) * $3::float8)'
const secondsUntilOne = (left: string) =>
  `case when ${left} >= 1 then 0 else ceil((1 - ${left}) / $3::float8 / 1000) end`

const takeSql = `insert into backend.rate_limits as c (key, amount, at_ms, expires_at_ms)
  values ($1, $2::float8 - 1, $4::float8, $4::float8 + $5::float8)
  on conflict (key) do update set (amount, at_ms, wait_seconds, expires_at_ms) = (
    select f.left_over - (f.left_over >= 1)::int, greatest(c.at_ms, $4::float8), ${secondsUntilOne('f.left_over')}, excluded.expires_at_ms
    from (select ${refilled}) as f(left_over))
  returning wait_seconds`

/** $6 the cost. A debt outlasts the window. */
const chargeSql = `insert into backend.rate_limits as c (key, amount, at_ms, expires_at_ms)
  values ($1, $2::float8 - $6::float8, $4::float8, $4::float8 + $5::float8 + greatest(0, $6::float8 - $2::float8) / $3::float8)
  on conflict (key) do update set (amount, at_ms, expires_at_ms) = (
    select f.left_over - $6::float8, greatest(c.at_ms, $4::float8),
      $4::float8 + $5::float8 + greatest(0, $6::float8 - f.left_over) / $3::float8
    from (select ${refilled}) as f(left_over))
  returning ${secondsUntilOne('c.amount')}`

const refundSql = 'update backend.rate_limits set amount = least($2::float8, amount + 1) where key = $1'

/** A missing bucket is full. */
const leftSql = `select coalesce((select ${refilled} from backend.rate_limits c where c.key = $1), $2::float8)`

const exhaustSql = `insert into backend.rate_limits as c (key, amount, at_ms, expires_at_ms) values ($1, 0, $2::float8, $2::float8 + $3::float8)
  on conflict (key) do update set amount = 0, at_ms = excluded.at_ms, expires_at_ms = excluded.expires_at_ms`

/** $1 key, $2 now, $3 the end of a window that starts now. */
const incrementSql = `insert into backend.rate_limits as c (key, amount, at_ms, expires_at_ms) values ($1, 1, $2::float8, $3::float8)
  on conflict (key) do update set
    amount = case when c.expires_at_ms <= $2::float8 then 1 else c.amount + 1 end,
    expires_at_ms = case when c.expires_at_ms <= $2::float8 then $3::float8 else c.expires_at_ms end
  returning amount`

const countSql = 'select amount from backend.rate_limits where key = $1 and expires_at_ms > $2::float8'

const sweepSql = 'delete from backend.rate_limits where expires_at_ms < $1::float8'

const sweepMs = 5 * 60_000
/** A refused key is refused from memory for this long, so that a flood costs the database nothing. */
const refusalCacheMs = 5_000

export function createDatabaseRateLimits(
  database: Database,
  log: { error(context: object, message: string): void },
  nowMs: () => number = Date.now,
): RateLimits {
  const runStatement = async (
    text: string,
    values: readonly (string | number)[],
    within: Pick<Database, 'run'> = database,
  ) => {
    const statement: Statement = { text, values: values.map(String) }
    return Number((await within.run(statement)).rows[0]?.[0] ?? 0)
  }
  const sweep = setInterval(() => {
    runStatement(sweepSql, [nowMs()]).catch((error: unknown) =>
      log.error({ err: error }, 'expired rate limits could not be deleted'),
    )
  }, sweepMs)
  sweep.unref()

  return {
    limit(name, capacity, windowSeconds) {
      const keyOf = hashedKeys(name)
      const windowMs = windowSeconds * 1_000
      const perMs = capacity / windowMs
      /** When each refused key may try again. */
      const refused = new TtlCache<number>(10_000)
      return {
        async take(key) {
          const now = nowMs()
          const until = refused.get(key, now)
          if (until !== undefined) return Math.ceil((until - now) / 1_000)
          const seconds = await runStatement(takeSql, [keyOf(key), capacity, perMs, now, windowMs])
          if (seconds > 0) {
            const untilMs = now + seconds * 1_000
            refused.set(key, untilMs, Math.min(untilMs, now + refusalCacheMs))
          }
          return seconds
        },
        charge: (key, amount) => runStatement(chargeSql, [keyOf(key), capacity, perMs, nowMs(), windowMs, amount]),
        async refund(key) {
          refused.delete(key)
          await runStatement(refundSql, [keyOf(key), capacity])
        },
        left: (key, within) => runStatement(leftSql, [keyOf(key), capacity, perMs, nowMs()], within),
        async exhaust(key) {
          await runStatement(exhaustSql, [keyOf(key), nowMs(), windowMs])
        },
      }
    },

    counter(name, seconds) {
      const keyOf = hashedKeys(name)
      return {
        increment: (key, within) =>
          runStatement(incrementSql, [keyOf(key), nowMs(), nowMs() + seconds * 1_000], within),
        count: (key, within) => runStatement(countSql, [keyOf(key), nowMs()], within),
      }
    },

    close: () => clearInterval(sweep),
  }
}

/** Hashed, because keys contain email and network addresses. */
const hashedKeys = (name: string) => (key: string) => `${name} ${createHash('sha256').update(key).digest('base64url')}`
