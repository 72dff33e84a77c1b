/** Counts wrong codes, so that six digits cannot be tried out. */
import type { Transaction } from '#backend/database/database'
import type { Counter, RateLimits } from '#backend/rate-limits/index'

/** Wrong ones that a code survives, less one. */
const perCode = 5
/** Wrong ones of an account in a day, after which only its links are taken: asking for ever new codes does not help. */
const perDay = 20
const daySeconds = 86_400

/**
 * `email`: codes that sign in or confirm, which anybody may send. `reauthentication`: codes that only the signed-in may, so that
 * strangers' guesses at the others keep no member from changing a password.
 */
export type OtpKind = 'emailed' | 'reauthentication'

export interface OtpAttempts {
  /** Notes a wrong code for the account, in the transaction that refuses it; true when it was one too many for the code. */
  recordFailure(kind: OtpKind, accountId: string, tx: Transaction): Promise<boolean>
  /** Whether the account had so many wrong codes that the right one is not taken either. */
  isExhausted(kind: OtpKind, accountId: string, tx: Transaction): Promise<boolean>
}

export function createOtpAttempts(rateLimits: RateLimits): OtpAttempts {
  const failures = {
    emailed: rateLimits.counter('wrong codes', daySeconds),
    reauthentication: rateLimits.counter('wrong reauthentication codes', daySeconds),
  } satisfies Record<OtpKind, Counter>
  return {
    recordFailure: async (kind, accountId, tx) => (await failures[kind].increment(accountId, tx)) % perCode === 0,
    isExhausted: async (kind, accountId, tx) => (await failures[kind].count(accountId, tx)) >= perDay,
  }
}
