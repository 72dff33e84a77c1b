/** Second factors and their challenges (auth.mfa_factors, auth.mfa_challenges). Other files read factors with their account. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DatabaseError } from '#backend/database/errors'
import type { Factor, User } from '../accounts/users.ts'
import type { Client } from '../audit.ts'
import { type Runner, readRow } from '../rows.ts'
import { factorNameConflict } from './factor-errors.ts'

/** An unverified factor without a challenge expires after this time. */
const unverifiedSeconds = 300

export async function deleteExpiredFactors(tx: Runner, userId: string, now: Date): Promise<void> {
  await tx.run({
    text: `delete from auth.mfa_factors f where f.user_id = $1::uuid and f.status = 'unverified'
      and f.created_at < $2::timestamptz - make_interval(secs => ${unverifiedSeconds})
      and not exists (select from auth.mfa_challenges c where c.factor_id = f.id)`,
    values: [userId, now.toISOString()],
  })
}

/** @throws AuthError mfa_factor_name_conflict */
export async function insertFactor(
  tx: Runner,
  factor: { userId: string; friendlyName: string; secret: string },
  now: Date,
): Promise<string> {
  const id = randomUUID()
  await withUniqueName(factor.friendlyName, () =>
    tx.run({
      text: `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
        values ($1::uuid, $2::uuid, $3, 'totp', 'unverified', $4::timestamptz, $4::timestamptz, $5)`,
      values: [id, factor.userId, factor.friendlyName, now.toISOString(), factor.secret],
    }),
  )
  return id
}

/** @throws AuthError mfa_factor_name_conflict */
export async function renameFactor(tx: Runner, id: string, friendlyName: string, now: Date): Promise<void> {
  await withUniqueName(friendlyName, () =>
    tx.run({
      text: 'update auth.mfa_factors set friendly_name = $2, updated_at = $3::timestamptz where id = $1::uuid',
      values: [id, friendlyName, now.toISOString()],
    }),
  )
}

async function withUniqueName(name: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const isTaken = error instanceof DatabaseError && error.constraint === 'mfa_factors_user_friendly_name_unique'
    throw isTaken ? factorNameConflict(name) : error
  }
}

/** Marks the factor as verified and deletes the account's other factors of its type that are not. */
export async function markVerified(tx: Runner, factor: Factor, userId: string, now: Date): Promise<void> {
  await tx.run({
    text: `update auth.mfa_factors set status = 'verified', updated_at = $2::timestamptz where id = $1::uuid and status <> 'verified'`,
    values: [factor.id, now.toISOString()],
  })
  await tx.run({
    text: `delete from auth.mfa_factors where user_id = $1::uuid and status = 'unverified' and factor_type = $2::auth.factor_type`,
    values: [userId, factor.factor_type],
  })
}

export async function deleteFactor(tx: Runner, id: string): Promise<void> {
  await tx.run({ text: 'delete from auth.mfa_factors where id = $1::uuid', values: [id] })
}

export const findFactor = ({ factors }: User, id: string) => factors.find((factor) => factor.id === id.toLowerCase())

export async function readSecret(tx: Runner, factorId: string): Promise<string> {
  const { rows } = await tx.run({ text: 'select secret from auth.mfa_factors where id = $1::uuid', values: [factorId] })
  return rows[0]?.[0] ?? ''
}

/** The column requires an address. */
const addressOf = ({ address }: Client) => address ?? '0.0.0.0'

export async function insertChallenge(tx: Runner, factorId: string, client: Client, now: Date): Promise<string> {
  const id = randomUUID()
  await tx.run({
    // The time of the last challenge is unique in GoTrue's table, so it gets digits below the clock's.
    text: `with challenged as (
        update auth.mfa_factors set last_challenged_at = $3::timestamptz + random() * interval '1 millisecond' where id = $2::uuid
      )
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1::uuid, $2::uuid, $3::timestamptz, $4::inet)`,
    values: [id, factorId, now.toISOString(), addressOf(client)],
  })
  return id
}

const challengeRow = z.object({ created_at: z.string(), is_usable: z.boolean() })

/** `isUsable`: not yet used, and created from the client's network address. */
export async function findChallenge(
  tx: Runner,
  { id, factorId, client }: { id: string; factorId: string; client: Client },
): Promise<{ createdAt: Date; isUsable: boolean } | undefined> {
  const result = await tx.run({
    text: `select json_build_object('created_at', created_at, 'is_usable', verified_at is null and ip_address = $3::inet)
      from auth.mfa_challenges where id = $1::uuid and factor_id = $2::uuid`,
    values: [id, factorId, addressOf(client)],
  })
  const found = readRow(result, challengeRow)
  return found && { createdAt: new Date(found.created_at), isUsable: found.is_usable }
}

export async function deleteChallenge(tx: Runner, id: string): Promise<void> {
  await tx.run({ text: 'delete from auth.mfa_challenges where id = $1::uuid', values: [id] })
}

/**
 * Consumes the challenge, and the step of the code with it. The step is kept in `otp_code`, which GoTrue uses for codes sent by text
 * message. The newest step decides, so that neither a code nor an older one works again.
 * @returns false when the step or a later one was used before
 */
export async function consumeStep(
  tx: Runner,
  { challengeId, factorId, step }: { challengeId: string; factorId: string; step: number },
  now: Date,
): Promise<boolean> {
  const { count } = await tx.run({
    text: `update auth.mfa_challenges set verified_at = $4::timestamptz, otp_code = $3 where id = $1::uuid and not exists (
        select from auth.mfa_challenges used where used.factor_id = $2::uuid and used.verified_at is not null
          and used.otp_code ~ '^[0-9]{1,12}$' and used.otp_code::bigint >= $3::bigint)`,
    values: [challengeId, factorId, String(step), now.toISOString()],
  })
  return count === 1
}
