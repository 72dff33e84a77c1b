/** Repeats a query after a lost database connection, because a notification or log entry is delivered only once. */
import { setTimeout as wait } from 'node:timers/promises'
import { isConnectionLost } from '#backend/database/errors'

const retryMs = 200
/** A database that is unavailable for longer may have lost events. */
const maxAttempts = 20

export async function retryOnConnectionLoss<T>(query: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await query()
    } catch (error) {
      if (!isConnectionLost(error) || attempt === maxAttempts) throw error
      await wait(retryMs)
    }
}
