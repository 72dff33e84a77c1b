/** Expressions with which the database aborts a response that becomes too large, before it is complete. */
import type { ReadPlan } from '../plan/types.ts'
import { guardError } from './guards.ts'

// A transaction-local setting: the only state in which a plain statement can count.
const builtBytes = `coalesce(nullif(current_setting('rest.built', true), ''), '0')::bigint`

/** Adds to the built bytes; true when they exceed the maximum. */
const exceeds = (bytes: string, maxBytes: number) =>
  `set_config('rest.built', (${builtBytes} + ${bytes})::text, true)::bigint > ${maxBytes}`

const tooLarge = guardError('54000', `current_setting('rest.built')`)

/** An array, measured after it is built. PostgreSQL computes an aggregate that occurs twice only once. */
export function guardedArray({ sizeGuard }: ReadPlan, array: string): string {
  if (sizeGuard?.each !== 'array') return array
  const exceeded = exceeds(`coalesce(pg_column_size(${array}), 0)`, sizeGuard.maxBytes)
  return `case when ${exceeded} then to_json(${tooLarge}) else ${array} end`
}

/** A where clause that measures each row, where a single array could be too large. */
export function guardedRows({ sizeGuard }: ReadPlan, row: string): string {
  if (sizeGuard?.each !== 'row') return ''
  const exceeded = exceeds(`octet_length(${row}::text)`, sizeGuard.maxBytes)
  return ` where case when ${exceeded} then ${tooLarge} is null else true end`
}

/** Fails when the complete body exceeds the maximum response size. */
export const bodyGuard = (body: string, maxBytes: number): string =>
  `case when pg_column_size(${body}) > ${maxBytes} then ${guardError('54000', `pg_column_size(${body})`)} end`
