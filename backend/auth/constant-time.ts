/** Lets answers take the same time whether or not an address has an account. */
import { setTimeout as delay } from 'node:timers/promises'

/** Least milliseconds that the answers take which could tell by their time whether an address has an account. */
export interface ResponseTimes {
  /** Longer than hashing a password and writing an account take on an idle machine. */
  readonly signUp: number
  /** Of requests for an email, which is written meanwhile. */
  readonly email: number
}

export const defaultResponseTimes: ResponseTimes = { signUp: 250, email: 100 }

/**
 * Does the work, then waits until `milliseconds` have passed since it began, however it ended. Of work that takes longer, on a busy machine,
 * the time tells no more than how many times that it was.
 */
export async function inConstantTime<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const [outcome] = await Promise.allSettled([work()])
  if (milliseconds > 0) await delay(milliseconds - ((performance.now() - startedAt) % milliseconds))
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
