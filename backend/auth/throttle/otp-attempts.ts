/** Counts wrong one-time codes, so that six digits cannot be guessed. */
import type { Transaction } from '#backend/database/database'
import type { Counter, RateLimits } from '#backend/rate-limits/index'

/** Every fifth wrong attempt voids the current code. */
const perCode = 5
/** Wrong attempts per account and day. Past that only links work, so requesting new codes does not help. */
const perDay = 20
const daySeconds = 86_400

/**
 * `emailed`: codes that sign in or confirm, which anyone can attempt. `reauthentication`: codes only the signed-in member can attempt.
 * They are counted apart, so that a stranger's attempts do not keep a member from changing the password.
 */
type OtpKind = 'emailed' | 'reauthentication'

export interface OtpAttempts {
  /** Counts a wrong code in the transaction that refuses it. @returns true when the code must be voided */
  recordFailure(kind: OtpKind, accountId: string, tx: Transaction): Promise<boolean>
  /** Whether even the right code is refused. */
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
