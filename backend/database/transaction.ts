/** Transactions, the same for both drivers. */
import type { Result, Session, Statement, Transaction } from './database.ts'
import { DatabaseError } from './errors.ts'
import { sessionStatement } from './exchange.ts'

const command = (text: string): Statement => ({ text, values: [] })

/**
 * Runs `work` between begin and commit on one connection. A rejection rolls back and is rethrown. A COMMIT that the server completes
 * as ROLLBACK (a statement failed and `work` continued) is an error, too. `onBroken` is called when the rollback itself fails.
 * @param timeoutMs the statement timeout, if shorter than the connection's
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
      throw new DatabaseError({
        code: '25P02',
        message: 'A statement of the transaction had failed, so it was rolled back',
      })
    return value
  } catch (error) {
    await run(command('rollback')).catch(onBroken)
    throw error
  }
}
