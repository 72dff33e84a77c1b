/** Begin, work, commit or roll back: the same on both drivers. */
import type { Result, Session, Statement, Transaction } from './database.ts'
import { DatabaseError } from './errors.ts'
import { sessionStatement } from './exchange.ts'

const command = (text: string): Statement => ({ text, values: [] })

/**
 * Runs `work` between begin and commit on one connection. A rejection rolls back and is passed on; a commit that the server
 * answers with ROLLBACK (a statement failed and `work` went on) is an error too. `onBroken` hears when even the rollback failed.
 * @param timeoutMs of each of its statements, where that is less than the connection's
 */
export async function inTransaction<T>(
  run: (statement: Statement) => Promise<Result>,
  work: (tx: Transaction) => Promise<T>,
  session: Session | undefined,
  timeoutMs: number | undefined,
  onBroken: () => void,
): Promise<T> {
  const metered = async (statement: Statement) => {
    const startedAt = performance.now()
    try {
      return await run(statement)
    } finally {
      if (session?.spent) session.spent.ms += performance.now() - startedAt
    }
  }
  await run(command('begin'))
  try {
    if (session) await run(sessionStatement(session, timeoutMs))
    const value = await work({ run: metered })
    const { tag } = await run(command('commit'))
    if (tag !== 'COMMIT')
      throw new DatabaseError({ code: '25P02', message: 'The transaction had failed, so it was rolled back' })
    return value
  } catch (error) {
    await run(command('rollback')).catch(onBroken)
    throw error
  }
}
