/** Runs a few jobs at a time, and refuses those that would wait too long. */
import pLimit from 'p-limit'

export interface Capacity {
  readonly concurrency: number
  /** A job beyond this limit is refused. */
  readonly maxQueued: number
}

/** @param refusal creates the error of a refused job */
export function createJobLimit({ concurrency, maxQueued }: Capacity, refusal: () => Error) {
  const limit = pLimit(concurrency)
  return async <T>(job: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= maxQueued) throw refusal()
    return limit(job)
  }
}
