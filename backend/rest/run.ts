/** The database stage: runs a compiled request as its caller, in one round trip where possible. */
import type { Database, Result, Session, Statement, Transaction } from '../database/database.ts'
import type { Plan } from './plan/plan.ts'
import type { Preferences } from './request/preferences.ts'
import type { ResultRow } from './response/response.ts'
import type { TableName } from './schema-cache/types.ts'
import { cells, planResultRow } from './sql/envelope.ts'
import { quoteTable } from './sql/identifiers.ts'
import type { Compiled } from './sql/statement.ts'

export interface Run {
  readonly compiled: Compiled
  readonly plan: Plan
  readonly preferences: Preferences
  /** GET and HEAD run read-only, even if they call a volatile function. */
  readonly isReadOnly: boolean
  readonly maxRows: number | undefined
  /** A function to call first, if the database's settings name one. */
  readonly preRequest: TableName | undefined
}

/** @throws DatabaseError */
export async function runRequest(
  database: Database,
  run: Run,
  statement: Statement,
  session: Session,
): Promise<ResultRow> {
  if (!needsTransaction(run)) return toResultRow(await database.run(statement, session), run.compiled)
  const { preferences } = run
  let rolledBackRow: ResultRow | undefined
  try {
    return await database.transaction(async (tx) => {
      const resultRow = await runInTransaction(tx, run, statement)
      if (preferences.tx !== 'rollback') return resultRow
      rolledBackRow = resultRow
      throw new RollBack()
    }, session)
  } catch (error) {
    if (error instanceof RollBack && rolledBackRow !== undefined) return rolledBackRow
    throw error
  }
}

/** Rolls back a transaction whose changes must not be kept. */
class RollBack extends Error {}

function needsTransaction({ compiled, plan, preferences, isReadOnly, preRequest }: Run): boolean {
  if (preRequest !== undefined) return true
  if (preferences.tx === 'rollback' || preferences.timezone !== undefined || compiled.explain !== undefined) return true
  return isReadOnly && plan.kind === 'call' && plan.routine.volatility === 'volatile'
}

async function runInTransaction(tx: Transaction, run: Run, statement: Statement): Promise<ResultRow> {
  const { compiled, preferences, isReadOnly } = run
  const set = (name: string, value: string) =>
    tx.run({ text: 'select set_config($1, $2, true)', values: [name, value] })
  if (isReadOnly) await set('transaction_read_only', 'on')
  if (preferences.timezone !== undefined) await set('timezone', preferences.timezone)
  if (run.preRequest !== undefined) await tx.run({ text: `select ${quoteTable(run.preRequest)}()`, values: [] })
  const resultRow = toResultRow(await tx.run(statement), compiled)
  if (compiled.explain === undefined) return resultRow
  const counted = Number(resultRow[cells.total] ?? 0)
  const { count } = preferences
  if (count === 'estimated' && (run.maxRows === undefined || counted <= run.maxRows)) return resultRow
  const estimate = await estimateRows(tx, compiled.explain)
  return resultRow.with(cells.total, String(count === 'estimated' ? Math.max(estimate, counted) : estimate))
}

async function estimateRows(tx: Transaction, explain: Statement): Promise<number> {
  const { rows } = await tx.run(explain)
  const found = /"Plan Rows":\s*(\d+)/.exec(rows.map(([line]) => line).join('\n'))
  return Number(found?.[1] ?? 0)
}

function toResultRow({ rows }: Result, { yieldsPlan }: Compiled): ResultRow {
  if (yieldsPlan) return planResultRow(rows.map(([line]) => line).join('\n'))
  const [row] = rows
  if (row === undefined) throw new Error('a statement of this API yielded no row')
  return row
}
