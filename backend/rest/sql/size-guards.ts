/** Expressions by which the database stops building a response that would become too large, before it is whole or sent. */
import type { ReadPlan } from '../plan/types.ts'
import { guardError } from './guards.ts'

// A setting of the transaction: the only thing that a plain statement can count in while it runs.
const builtBytes = `coalesce(nullif(current_setting('rest.built', true), ''), '0')::bigint`

/** Counts bytes that were built; true when that makes too many of them. */
const exceeds = (bytes: string, maxBytes: number) =>
  `set_config('rest.built', (${builtBytes} + ${bytes})::text, true)::bigint > ${maxBytes}`

const tooLarge = guardError('54000', `current_setting('rest.built')`)

/** An array, counted once it is built where that is wanted. The same aggregate written twice is worked out once. */
export function guardedArray({ sizeGuard }: ReadPlan, array: string): string {
  if (sizeGuard?.each !== 'array') return array
  const exceeded = exceeds(`coalesce(pg_column_size(${array}), 0)`, sizeGuard.maxBytes)
  return `case when ${exceeded} then to_json(${tooLarge}) else ${array} end`
}

/** A clause that all rows pass, counted one by one: where a single array could be too large. */
export function guardedRows({ sizeGuard }: ReadPlan, row: string): string {
  if (sizeGuard?.each !== 'row') return ''
  const exceeded = exceeds(`octet_length(${row}::text)`, sizeGuard.maxBytes)
  return ` where case when ${exceeded} then ${tooLarge} is null else true end`
}

/** Fails where the whole body, built by now, is larger than a response may be. */
export const bodyGuard = (body: string, maxBytes: number): string =>
  `case when pg_column_size(${body}) > ${maxBytes} then ${guardError('54000', `pg_column_size(${body})`)} end`
