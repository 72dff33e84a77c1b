/** An API that reports the statements it runs after the schema cache was loaded. */
import type { Database, Statement } from '../../database/database.ts'
import { createRest, type Rest } from '../index.ts'

export async function recordedRest(database: Database, onStatement: (statement: Statement) => void): Promise<Rest> {
  let onRun = (_: Statement) => {}
  const recording: Database = {
    ...database,
    run: (statement, session) => {
      onRun(statement)
      return database.run(statement, session)
    },
    transaction: (work, session) =>
      database.transaction((tx) => {
        const run = (statement: Statement) => {
          onRun(statement)
          return tx.run(statement)
        }
        return work({ run })
      }, session),
  }
  const rest = await createRest({
    database: recording,
    schemas: ['public', 'archive'],
    extraSearchPath: ['extensions'],
    maxRows: 1000,
    allowsAggregates: true,
    allowsPlans: true,
  })
  onRun = onStatement
  return rest
}
