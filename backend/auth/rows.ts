/** Reads what statements answer, each row being one JSON object made by the statement itself. */
import type { z } from 'zod'
import type { Result, Transaction } from '#backend/database/database'

/** A database or one of its transactions: whatever runs a statement. */
export type Runner = Pick<Transaction, 'run'>

/** The first cell of every row, checked. A row that does not fit is a fault of ours or a table that is not GoTrue's: it throws. */
export function readRows<Schema extends z.ZodType>(result: Result, schema: Schema): z.output<Schema>[] {
  return result.rows.flatMap(([cell]) => (cell == null ? [] : [schema.parse(JSON.parse(cell))]))
}

export function readRow<Schema extends z.ZodType>(result: Result, schema: Schema): z.output<Schema> | undefined {
  return readRows(result, schema)[0]
}
