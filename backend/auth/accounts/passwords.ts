/** Hashes and verifies passwords with bcrypt on libuv's threads, a few at once. */
import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import bcrypt from 'bcrypt'
import { overRequestRate } from '../errors.ts'

/** GoTrue's cost; both verify each other's hashes. */
const defaultCost = 10
/** bcrypt ignores further bytes, so longer passwords are refused. */
export const maximumPasswordBytes = 72
/** Requests further back in the queue would time out. */
const defaultMaxQueueLength = 200

export interface Passwords {
  hash(password: string): Promise<string>
  /** Whether the password matches; takes as long when there is no usable hash (''). */
  matches(password: string, hash: string): Promise<boolean>
}

/** libuv's threads also read files and resolve names, so bcrypt never uses all of them. */
const defaultConcurrency = Math.max(1, Math.min(2, availableParallelism() - 1))

export function createPasswords({
  cost = defaultCost,
  concurrency = defaultConcurrency,
  maxQueueLength = defaultMaxQueueLength,
} = {}): Passwords {
  const limited = limitConcurrency(concurrency, maxQueueLength)
  // The hash of a random password, compared when there is none, so that the check takes as long.
  const dummyHash = bcrypt.hash(randomUUID(), cost)
  return {
    hash: (password) => limited(() => bcrypt.hash(password, cost)),
    async matches(password, hash) {
      const isUsable = bcryptHash.test(hash) && Buffer.byteLength(password) <= maximumPasswordBytes
      // PHP writes $2y$ for $2b$.
      const target = isUsable ? hash.replace(/^\$2y/, '$2b') : await dummyHash
      return (await limited(() => bcrypt.compare(password, target))) && isUsable
    },
  }
}

const bcryptHash = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/
export const isBcryptHash = (hash: string) => bcryptHash.test(hash)

/** Runs at most `concurrency` tasks at once, and queues others. @throws AuthError over_request_rate_limit on a full queue */
function limitConcurrency(concurrency: number, maxQueueLength: number) {
  const queue: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      if (queue.length >= maxQueueLength) throw overRequestRate()
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // The slot passes to the next in the queue without becoming free.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
