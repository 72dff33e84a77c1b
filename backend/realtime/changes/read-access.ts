/** Checks in the database, as each subscriber, which changed rows and columns it may read. */
import { z } from 'zod'
import type { Database } from '#backend/database/database'
import type { AuthContext } from '../auth-context.ts'
import type { Change } from './change-log.ts'

/** A column that a role may read. */
export interface ReadableColumn {
  readonly name: string
  readonly type: string
  readonly isKey: boolean
}

export interface AccessCheck {
  readonly auth: AuthContext
  readonly changeIds: readonly string[]
}

export interface ReadAccess {
  readonly readable: ReadonlySet<string>
  readonly columns: readonly ReadableColumn[]
  /** Row-level security applies to this role and table. */
  readonly isRestricted: boolean
  /** Change id -> current row, if it has changed since. The subscriber may not have been allowed to read the logged row. */
  readonly superseded: ReadonlyMap<string, Change['row']>
}

/** Checks per statement: a long statement would block an embedded database. */
const batchSize = 100

const replySchema = z.object({
  accesses: z.array(
    z.object({
      readable: z.array(z.coerce.string()),
      columns: z.array(z.object({ name: z.string(), type: z.string(), isKey: z.boolean() })),
      isRestricted: z.boolean(),
    }),
  ),
  superseded: z.record(z.string(), z.record(z.string(), z.string())),
})
const nothing = new Map<string, Change['row']>()

/** @returns the access for each check, in order @throws DatabaseError */
export async function checkReadAccess(
  database: Database,
  relation: string,
  checks: readonly AccessCheck[],
): Promise<ReadAccess[]> {
  const accesses: ReadAccess[] = []
  for (let at = 0; at < checks.length; at += batchSize)
    accesses.push(...(await checkBatch(database, relation, checks.slice(at, at + batchSize))))
  return accesses
}

async function checkBatch(database: Database, relation: string, checks: readonly AccessCheck[]): Promise<ReadAccess[]> {
  const subscribers = checks.map(({ auth: { role, claimsJson }, changeIds }) => ({
    role,
    claims: claimsJson,
    changeIds,
  }))
  const text = 'select backend.realtime_readers($1::oid, $2::jsonb)'
  const { rows } = await database.run({ text, values: [relation, JSON.stringify(subscribers)] })
  const reply = replySchema.parse(JSON.parse(rows[0]?.[0] ?? ''))
  const superseded = new Map(Object.entries(reply.superseded).map(([id, row]) => [id, new Map(Object.entries(row))]))
  return reply.accesses.map(({ readable, columns, isRestricted }) => ({
    readable: new Set(readable),
    columns,
    isRestricted,
    superseded: isRestricted ? superseded : nothing,
  }))
}
