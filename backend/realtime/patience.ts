/** Asks again where the connection to the database was lost: what notifications and the log say is said once. */
import { setTimeout as wait } from 'node:timers/promises'
import { isConnectionLost } from '#backend/database/errors'

const retryMs = 200
/** A database that is away for longer may have lost what happened. */
const mostTries = 20

export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await ask()
    } catch (error) {
      if (!isConnectionLost(error) || tries === mostTries) throw error
      await wait(retryMs)
    }
}
