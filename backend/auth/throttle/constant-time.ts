/** Constant-time responses: the time must not reveal whether an address has an account. */
import { setTimeout as delay } from 'node:timers/promises'

/** Minimum response times in milliseconds of requests whose duration could reveal an account. */
export interface ResponseTimes {
  /** More than hashing a password and inserting an account take on an idle machine. */
  readonly signUp: number
  /** For requests that send an email, whose token is issued in the background. */
  readonly email: number
}

export const defaultResponseTimes: ResponseTimes = { signUp: 500, email: 100 }

/**
 * Runs the work, then waits until a multiple of `milliseconds` has passed since the start, also when it failed. The duration of slower
 * work on a busy machine reveals only how many such intervals it took.
 */
export async function inConstantTime<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const [outcome] = await Promise.allSettled([work()])
  if (milliseconds > 0) await delay(milliseconds - ((performance.now() - startedAt) % milliseconds))
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
