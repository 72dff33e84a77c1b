/** Repeats failed queries, because a notification or log entry is delivered only once. */
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

/** 31.5 s together. */
const backOffDelaysMs = [500, 1_000, 2_000, 4_000, 8_000, 16_000]

interface BackOff {
  readonly onError: (error: unknown) => void
  /** Ends the retries. */
  readonly signal: AbortSignal
}

/** Repeats a query after any error, with growing delays. @throws the last error */
export async function retryWithBackOff<T>(query: () => Promise<T>, { onError, signal }: BackOff): Promise<T> {
  for (const delayMs of backOffDelaysMs)
    try {
      return await query()
    } catch (error) {
      if (signal.aborted) throw error
      onError(error)
      // Aborted while waiting: the next error is thrown.
      await wait(delayMs, undefined, { signal }).catch(() => {})
    }
  return query()
}
