/** Hashes and checks passwords with bcrypt, on libuv's threads and only a few at once. */
import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import bcrypt from 'bcrypt'
import { overRequestRate } from './errors.ts'

/** GoTrue's cost; its hashes and ours check each other's passwords. */
const defaultCost = 10
/** Where bcrypt stops reading. A longer password is refused instead of cut. */
export const maximumPasswordBytes = 72
/** A longer line would outlast anybody's patience. */
const defaultMaxQueueLength = 200

export interface Passwords {
  hash(password: string): Promise<string>
  /** Whether it is the password; takes as long when there is no usable hash ('') to compare with. */
  matches(password: string, hash: string): Promise<boolean>
}

/** libuv's threads also read files and resolve names, so bcrypt never takes all of them. */
const defaultConcurrency = Math.max(1, Math.min(2, availableParallelism() - 1))

export function createPasswords({
  cost = defaultCost,
  concurrency = defaultConcurrency,
  maxQueueLength = defaultMaxQueueLength,
} = {}): Passwords {
  const limited = limitConcurrency(concurrency, maxQueueLength)
  // Of a password that nobody knows: to spend the time of a check when there is none to do.
  const dummyHash = bcrypt.hash(randomUUID(), cost)
  return {
    hash: (password) => limited(() => bcrypt.hash(password, cost)),
    async matches(password, hash) {
      const isUsable = bcryptHash.test(hash) && Buffer.byteLength(password) <= maximumPasswordBytes
      // bcrypt.js and PHP write $2y$ for what the others call $2b$.
      const target = isUsable ? hash.replace(/^\$2y/, '$2b') : await dummyHash
      return (await limited(() => bcrypt.compare(password, target))) && isUsable
    },
  }
}

const bcryptHash = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/
export const isBcryptHash = (hash: string) => bcryptHash.test(hash)

/** Runs at most `concurrency` works at once; the others wait in queue. @throws AuthError over_request_rate_limit when the line is full */
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
      // The place passes to the next in line without becoming free in between.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
