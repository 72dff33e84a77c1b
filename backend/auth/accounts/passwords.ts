/** Hashes and verifies passwords with bcrypt on libuv's threads, a few at once. */
import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import bcrypt from 'bcrypt'
import { createJobLimit } from '#backend/job-limit'
import { overRequestRate } from '../errors.ts'

/** GoTrue's cost; both verify each other's hashes. */
const defaultCost = 10
/** bcrypt ignores further bytes, so longer passwords are refused. */
export const maximumPasswordBytes = 72
/** Requests further back in the queue would time out. */
const defaultMaxQueued = 200

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
  maxQueued = defaultMaxQueued,
} = {}): Passwords {
  const limited = createJobLimit({ concurrency, maxQueued }, overRequestRate)
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
