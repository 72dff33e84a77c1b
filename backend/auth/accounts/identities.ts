/** The identities of an account (auth.identities), and the providers in its app_metadata. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DatabaseError } from '#backend/database/errors'
import type { JsonObject } from '../body.ts'
import { identityExists } from '../errors.ts'
import { type Runner, readRow } from '../rows.ts'

export interface NewIdentity {
  readonly userId: string
  readonly provider: string
  /** The subject at the provider; for `email` the account's id. */
  readonly providerId: string
  readonly claims: JsonObject
}

/** @throws AuthError identity_already_exists when another account or a parallel request has the identity */
export async function insertIdentity(tx: Runner, identity: NewIdentity, now: Date): Promise<void> {
  const { userId, provider, providerId, claims } = identity
  try {
    await tx.run({
      text: `insert into auth.identities (id, user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
        values ($1::uuid, $2::uuid, $3, $4, $5::jsonb, $6::timestamptz, $6::timestamptz, $6::timestamptz)`,
      values: [randomUUID(), userId, provider, providerId, JSON.stringify(claims), now.toISOString()],
    })
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'identities_provider_id_provider_unique')
      throw identityExists('Identity is already linked to another user')
    throw error
  }
}

const owner = z.object({ user_id: z.string() })

/** The account with this identity. */
export async function findOwner(db: Runner, provider: string, providerId: string): Promise<string | undefined> {
  const text = `select json_build_object('user_id', user_id) from auth.identities where provider = $1 and provider_id = $2`
  return readRow(await db.run({ text, values: [provider, providerId] }), owner)?.user_id
}

/** Updates the identity's claims and its last use. */
export async function touchIdentity(
  tx: Runner,
  { provider, providerId, claims }: Omit<NewIdentity, 'userId'>,
  now: Date,
): Promise<void> {
  await tx.run({
    text: `update auth.identities set identity_data = $3::jsonb, last_sign_in_at = $4::timestamptz, updated_at = $4::timestamptz
      where provider = $1 and provider_id = $2`,
    values: [provider, providerId, JSON.stringify(claims), now.toISOString()],
  })
}

export async function deleteIdentity(tx: Runner, id: string): Promise<void> {
  await tx.run({ text: 'delete from auth.identities where id = $1::uuid', values: [id] })
}

/** Updates `provider` (the first) and `providers` in app_metadata. Requires a lock on the account. */
export async function updateProviderMetadata(tx: Runner, userId: string, now: Date): Promise<void> {
  await tx.run({
    text: `update auth.users u set updated_at = $2::timestamptz,
        raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || (
          select jsonb_build_object('provider', (array_agg(i.provider order by i.created_at, i.provider, i.id))[1],
            'providers', jsonb_agg(i.provider order by i.created_at, i.provider, i.id))
          from (select distinct on (provider) provider, created_at, id from auth.identities
            where user_id = u.id order by provider, created_at) i)
      where u.id = $1::uuid and exists (select 1 from auth.identities where user_id = u.id)`,
    values: [userId, now.toISOString()],
  })
}
