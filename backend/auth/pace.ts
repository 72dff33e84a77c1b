/** Lets answers take the same time whether or not an address has an account. */
import { setTimeout as delay } from 'node:timers/promises'

/** Does the work, then waits until `milliseconds` have passed since it began, however it ended. */
export async function atSteadyPace<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), delay(milliseconds)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
