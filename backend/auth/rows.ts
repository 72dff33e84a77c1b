/** Parses query results whose rows are one JSON object each. */
import type { z } from 'zod'
import type { Result, Transaction } from '#backend/database/database'

/** A database or one of its transactions. */
export type Runner = Pick<Transaction, 'run'>

/** The first cell of every row, validated. Throws for a row that does not fit, which is a bug. */
export function readRows<Schema extends z.ZodType>(result: Result, schema: Schema): z.output<Schema>[] {
  return result.rows.flatMap(([cell]) => (cell == null ? [] : [schema.parse(JSON.parse(cell))]))
}

export function readRow<Schema extends z.ZodType>(result: Result, schema: Schema): z.output<Schema> | undefined {
  return readRows(result, schema)[0]
}
