/** Begin, work, commit or roll back: the same on both drivers. */
import type { Result, Session, Statement, Transaction } from './database.ts'
import { DatabaseError } from './errors.ts'
import { sessionStatement } from './exchange.ts'

const command = (text: string): Statement => ({ text, values: [] })

/**
 * Runs `work` between begin and commit on one connection. A rejection rolls back and is passed on; a commit that the server
 * answers with ROLLBACK (a statement failed and `work` went on) is an error too. `onBroken` hears when even the rollback failed.
 */
export async function inTransaction<T>(
  run: (statement: Statement) => Promise<Result>,
  work: (tx: Transaction) => Promise<T>,
  session: Session | undefined,
  onBroken: () => void,
): Promise<T> {
  await run(command('begin'))
  try {
    if (session) await run(sessionStatement(session))
    const value = await work({ run })
    const { tag } = await run(command('commit'))
    if (tag !== 'COMMIT')
      throw new DatabaseError({ code: '25P02', message: 'The transaction had failed, so it was rolled back' })
    return value
  } catch (error) {
    await run(command('rollback')).catch(onBroken)
    throw error
  }
}
