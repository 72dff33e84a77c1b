/** Accounts: reads and writes auth.users and auth.identities. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DatabaseError } from '#backend/database/errors'
import { type JsonObject, jsonObject } from '../body.ts'
import { emailExists, phoneExists, refusedByDatabase } from '../errors.ts'
import { type Runner, readRow, readRows } from '../rows.ts'
import { insertIdentity, type NewIdentity, updateProviderMetadata } from './identities.ts'

/** GoTrue writes '' to empty text columns; other tools write null. */
const textOrEmpty = z
  .string()
  .nullable()
  .transform((value) => value ?? '')
const timestamp = z.string().nullable()

const identity = z.object({
  id: z.string(),
  provider_id: z.string(),
  user_id: z.string(),
  identity_data: jsonObject,
  provider: z.string(),
  last_sign_in_at: timestamp,
  created_at: timestamp,
  updated_at: timestamp,
  email: z.string().nullable(),
})

const factor = z.object({
  id: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  status: z.enum(['unverified', 'verified']),
  friendly_name: textOrEmpty,
  factor_type: z.string(),
  phone: textOrEmpty,
  last_challenged_at: timestamp,
})

const user = z.object({
  id: z.string(),
  aud: textOrEmpty,
  email: textOrEmpty,
  phone: textOrEmpty,
  encrypted_password: textOrEmpty,
  email_confirmed_at: timestamp,
  phone_confirmed_at: timestamp,
  confirmed_at: timestamp,
  invited_at: timestamp,
  confirmation_token: textOrEmpty,
  confirmation_sent_at: timestamp,
  recovery_token: textOrEmpty,
  recovery_sent_at: timestamp,
  email_change: textOrEmpty,
  email_change_token_new: textOrEmpty,
  email_change_token_current: textOrEmpty,
  email_change_sent_at: timestamp,
  email_change_confirm_status: z.number().nullable(),
  reauthentication_token: textOrEmpty,
  reauthentication_sent_at: timestamp,
  last_sign_in_at: timestamp,
  raw_app_meta_data: jsonObject.nullable(),
  raw_user_meta_data: jsonObject.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  banned_until: timestamp,
  deleted_at: timestamp,
  is_anonymous: z.boolean(),
  identities: z.array(identity),
  factors: z.array(factor),
})

export type Identity = z.output<typeof identity>
/** A second factor, without its secret. */
export type Factor = z.output<typeof factor>
export type User = z.output<typeof user>

/** An account with its identities and factors as one JSON object; `u` is the row. */
const userObject = `to_jsonb(u) || jsonb_build_object('identities', (
  select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at, i.provider, i.id), '[]') from auth.identities i where i.user_id = u.id),
  'factors', (select coalesce(jsonb_agg(to_jsonb(f) - 'secret' order by f.created_at, f.id), '[]')
    from auth.mfa_factors f where f.user_id = u.id))`

export const isConfirmed = (account: User) => account.email_confirmed_at !== null
export const hasVerifiedFactor = ({ factors }: User) => factors.some(({ status }) => status === 'verified')
export const isBanned = (account: User, now: Date) =>
  account.banned_until !== null && new Date(account.banned_until) > now

export async function findUserById(db: Runner, id: string): Promise<User | undefined> {
  const text = `select ${userObject} from auth.users u where u.id = $1::uuid`
  return readRow(await db.run({ text, values: [id] }), user)
}

export async function findUserByEmail(db: Runner, email: string): Promise<User | undefined> {
  const text = `select ${userObject} from auth.users u where u.email = $1 and not u.is_sso_user and u.deleted_at is null`
  return readRow(await db.run({ text, values: [email] }), user)
}

/** The account with a pending change to this address, or with this address and a pending change. */
export async function findUserChangingEmail(db: Runner, email: string): Promise<User | undefined> {
  const text = `select ${userObject} from auth.users u
    where (u.email = $1 or u.email_change = $1) and u.email_change <> '' and u.deleted_at is null
    order by u.email_change_sent_at desc nulls last limit 1`
  return readRow(await db.run({ text, values: [email] }), user)
}

/**
 * Locks the account until the transaction ends. Every change of an account's tokens takes this lock first, which prevents deadlocks.
 * Sessions can still begin, because their foreign key needs only the account's id.
 */
export async function lockUser(tx: Runner, id: string): Promise<User | undefined> {
  await tx.run({ text: 'select 1 from auth.users where id = $1::uuid for no key update', values: [id] })
  return findUserById(tx, id)
}

/** A page of accounts, newest first, and the total. */
export async function listUsers(
  db: Runner,
  { limit, offset, filter }: { limit: number; offset: number; filter: string },
): Promise<{ users: User[]; total: number }> {
  const matching = `u.deleted_at is null and ($1 = '' or position(lower($1) in lower(u.email)) > 0
    or position(lower($1) in lower(u.raw_user_meta_data ->> 'full_name')) > 0)`
  const page = await db.run({
    text: `select ${userObject} from auth.users u where ${matching}
      order by u.created_at desc, u.id limit $2::int offset $3::bigint`,
    values: [filter, String(limit), String(offset)],
  })
  const counted = await db.run({ text: `select count(*) from auth.users u where ${matching}`, values: [filter] })
  return { users: readRows(page, user), total: Number(counted.rows[0]?.[0] ?? 0) }
}

export interface NewUser {
  /** '' for an anonymous account, and for one that has only a phone number. */
  readonly email: string
  readonly phone?: string
  /** '' without a password. */
  readonly encryptedPassword: string
  readonly userMetadata: JsonObject
  readonly appMetadata?: JsonObject
  readonly confirmed: boolean
  readonly phoneConfirmed?: boolean
  readonly invited?: boolean
  /** Random by default. */
  readonly id?: string
  /** Whether the metadata includes the claims of the identities. Otherwise the account's creator decides all of it. */
  readonly metadataHasClaims?: boolean
  /** The identity of an external provider, instead of the email identity. */
  readonly identity?: Omit<NewIdentity, 'userId'>
}

/**
 * Inserts the account with its identity.
 * @throws AuthError email_exists; phone_exists; validation_failed when a trigger of the project refuses it
 */
export async function insertUser(tx: Runner, account: NewUser, now: Date): Promise<User> {
  const id = account.id ?? randomUUID()
  const { email, phone = '' } = account
  const verified = { email_verified: account.confirmed, phone_verified: account.phoneConfirmed ?? false }
  const own = Object.entries({ email, phone }).flatMap(([provider, address]) =>
    address === '' ? [] : [{ provider, providerId: id, claims: { sub: id, [provider]: address, ...verified } }],
  )
  const identities = account.identity ? [account.identity] : own
  const claims = account.metadataHasClaims ? identities.map((identity) => identity.claims) : []
  const metadata = Object.assign({}, account.userMetadata, account.confirmed && { email_verified: true }, ...claims)
  const providers = identities.map(({ provider }) => provider)
  const providerMetadata = providers.length > 0 && { provider: providers[0], providers }
  await translatingDatabaseErrors('saving new user', async () => {
    await tx.run({
      text: `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, invited_at,
          raw_app_meta_data, raw_user_meta_data, created_at, updated_at, is_anonymous, phone, phone_confirmed_at,
          confirmation_token, recovery_token, email_change_token_new, email_change)
        values ('00000000-0000-0000-0000-000000000000', $1::uuid, 'authenticated', 'authenticated', nullif($2, ''), $3,
          case when $4::boolean then $5::timestamptz end, case when $6::boolean then $5::timestamptz end,
          $7::jsonb, $8::jsonb, $5::timestamptz, $5::timestamptz, $2 = '' and $9 = '', nullif($9, ''),
          case when $10::boolean then $5::timestamptz end, '', '', '', '')`,
      values: [
        id,
        email,
        account.encryptedPassword,
        String(account.confirmed),
        now.toISOString(),
        String(account.invited ?? false),
        JSON.stringify({ ...account.appMetadata, ...providerMetadata }),
        JSON.stringify(metadata),
        phone,
        String(account.phoneConfirmed ?? false),
      ],
    })
    for (const identity of identities) await insertIdentity(tx, { userId: id, ...identity }, now)
  })
  return mustFind(tx, id)
}

/** Merges into the metadata that the account's owner may write; null removes a member. */
export async function mergeUserMetadata(tx: Runner, account: User, changes: JsonObject, now: Date): Promise<User> {
  return writeMetadata(tx, 'raw_user_meta_data', account.id, merged(account.raw_user_meta_data, changes), now)
}

/** Merges into app_metadata, which only administrators write. */
export async function mergeAppMetadata(tx: Runner, account: User, changes: JsonObject, now: Date): Promise<User> {
  return writeMetadata(tx, 'raw_app_meta_data', account.id, merged(account.raw_app_meta_data, changes), now)
}

export function merged(before: JsonObject | null, changes: JsonObject): JsonObject {
  const entries = Object.entries({ ...before, ...changes })
  return Object.fromEntries(entries.filter(([, value]) => value !== null))
}

async function writeMetadata(
  tx: Runner,
  column: 'raw_user_meta_data' | 'raw_app_meta_data',
  id: string,
  metadata: JsonObject,
  now: Date,
): Promise<User> {
  const text = `update auth.users set ${column} = $2::jsonb, updated_at = $3::timestamptz where id = $1::uuid`
  await translatingDatabaseErrors('updating user', () =>
    tx.run({ text, values: [id, JSON.stringify(metadata), now.toISOString()] }),
  )
  return mustFind(tx, id)
}

/** Confirms the address, which allows the account to sign in. */
export async function confirmEmail(tx: Runner, id: string, now: Date): Promise<User> {
  await translatingDatabaseErrors('updating user', async () => {
    await tx.run({
      text: `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, $2::timestamptz), confirmation_token = '',
          raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}', updated_at = $2::timestamptz
        where id = $1::uuid`,
      values: [id, now.toISOString()],
    })
    await tx.run({
      text: `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = $2::timestamptz
        where user_id = $1::uuid and provider = 'email'`,
      values: [id, now.toISOString()],
    })
  })
  return mustFind(tx, id)
}

/** Stores a requested change of address and voids the tokens of an earlier one. */
export async function requestEmailChange(tx: Runner, id: string, email: string, now: Date): Promise<void> {
  await tx.run({
    text: `with voided as (delete from auth.one_time_tokens where user_id = $1::uuid
        and token_type in ('email_change_token_new', 'email_change_token_current'))
      update auth.users set email_change = $2, email_change_confirm_status = 0, email_change_token_new = '',
        email_change_token_current = '', updated_at = $3::timestamptz where id = $1::uuid`,
    values: [id, email, now.toISOString()],
  })
}

/** One of the two addresses has confirmed the change. */
export async function recordEmailChangeConfirmation(tx: Runner, id: string): Promise<void> {
  await tx.run({ text: 'update auth.users set email_change_confirm_status = 1 where id = $1::uuid', values: [id] })
}

/** Restarts a sign-up that was never confirmed, with the data of the later one. */
export async function restartSignUp(
  tx: Runner,
  id: string,
  { encryptedPassword, userMetadata, email }: Pick<NewUser, 'encryptedPassword' | 'userMetadata' | 'email'>,
  now: Date,
): Promise<User> {
  const claims = { sub: id, email, email_verified: false, phone_verified: false }
  await translatingDatabaseErrors('saving new user', () =>
    tx.run({
      text: `update auth.users set encrypted_password = $2, raw_user_meta_data = $3::jsonb, created_at = $4::timestamptz,
          updated_at = $4::timestamptz where id = $1::uuid`,
      values: [id, encryptedPassword, JSON.stringify({ ...userMetadata, ...claims }), now.toISOString()],
    }),
  )
  return mustFind(tx, id)
}

/**
 * Gives an unconfirmed account to the person who proved its address elsewhere. The account becomes confirmed, with the person's
 * metadata, and loses the password, pending emails and identities of its creator.
 */
export async function adoptUnconfirmed(tx: Runner, id: string, userMetadata: JsonObject, now: Date): Promise<User> {
  await removePassword(tx, id, now)
  for (const table of ['identities', 'mfa_factors', 'sessions', 'flow_state']) {
    await tx.run({ text: `delete from auth.${table} where user_id = $1::uuid`, values: [id] })
  }
  await translatingDatabaseErrors('updating user', () =>
    tx.run({
      text: `update auth.users set email_confirmed_at = $2::timestamptz, email_change = '', raw_user_meta_data = $3::jsonb,
          raw_app_meta_data = coalesce(raw_app_meta_data, '{}') - 'provider' - 'providers' where id = $1::uuid`,
      values: [id, now.toISOString(), JSON.stringify(userMetadata)],
    }),
  )
  return mustFind(tx, id)
}

/** Removes the account's password and voids all pending tokens. */
export async function removePassword(tx: Runner, id: string, now: Date): Promise<User> {
  return setPassword(tx, id, '', now)
}

/** Removes the account's phone number, which another account can then have. */
export async function removePhone(tx: Runner, id: string, now: Date): Promise<void> {
  await tx.run({
    text: 'update auth.users set phone = null, phone_confirmed_at = null, updated_at = $2::timestamptz where id = $1::uuid',
    values: [id, now.toISOString()],
  })
}

/** Changes the account's address, as confirmed or not. @throws AuthError email_exists */
export async function setEmail(tx: Runner, id: string, email: string, confirmed: boolean, now: Date): Promise<User> {
  const claims: JsonObject = { sub: id, email, email_verified: confirmed, phone_verified: false }
  await translatingDatabaseErrors('updating user', async () => {
    await tx.run({
      text: `update auth.users set email = $2, email_change = '', email_change_token_new = '', email_change_token_current = '',
          email_change_confirm_status = 0, is_anonymous = false,
          email_confirmed_at = case when $5::boolean then coalesce(email_confirmed_at, $3::timestamptz) else email_confirmed_at end,
          raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $4::jsonb, updated_at = $3::timestamptz
        where id = $1::uuid`,
      values: [id, email, now.toISOString(), JSON.stringify(claims), String(confirmed)],
    })
    const { count } = await tx.run({
      text: `update auth.identities set identity_data = identity_data || $2::jsonb, updated_at = $3::timestamptz
        where user_id = $1::uuid and provider = 'email'`,
      values: [id, JSON.stringify(claims), now.toISOString()],
    })
    if (count === 0) await insertIdentity(tx, { userId: id, provider: 'email', providerId: id, claims }, now)
    await updateProviderMetadata(tx, id, now)
  })
  return mustFind(tx, id)
}

/** Changes the account's phone number, as confirmed or not. @throws AuthError phone_exists */
export async function setPhone(tx: Runner, id: string, phone: string, confirmed: boolean, now: Date): Promise<User> {
  const claims = { sub: id, phone, phone_verified: confirmed }
  await translatingDatabaseErrors('updating user', () =>
    tx.run({
      text: `update auth.users set phone = $2, is_anonymous = false, updated_at = $3::timestamptz,
          phone_confirmed_at = case when $4::boolean then coalesce(phone_confirmed_at, $3::timestamptz) else phone_confirmed_at end
        where id = $1::uuid`,
      values: [id, phone, now.toISOString(), String(confirmed)],
    }),
  )
  const { count } = await tx.run({
    text: `update auth.identities set identity_data = identity_data || $2::jsonb, updated_at = $3::timestamptz
      where user_id = $1::uuid and provider = 'phone'`,
    values: [id, JSON.stringify(claims), now.toISOString()],
  })
  if (count === 0) {
    const identity = { userId: id, provider: 'phone', providerId: id, claims: { ...claims, email_verified: false } }
    await insertIdentity(tx, identity, now)
  }
  await updateProviderMetadata(tx, id, now)
  return mustFind(tx, id)
}

/** Sets the password and voids all pending tokens, which were requested under the old one. */
export async function setPassword(tx: Runner, id: string, encryptedPassword: string, now: Date): Promise<User> {
  await tx.run({
    text: `update auth.users set encrypted_password = $2, updated_at = $3::timestamptz,
        confirmation_token = '', recovery_token = '', email_change_token_new = '', email_change_token_current = '',
        reauthentication_token = '' where id = $1::uuid`,
    values: [id, encryptedPassword, now.toISOString()],
  })
  await tx.run({ text: 'delete from auth.one_time_tokens where user_id = $1::uuid', values: [id] })
  return mustFind(tx, id)
}

/** Bans the account until the given time; null lifts the ban. */
export async function setBan(tx: Runner, id: string, until: Date | null, now: Date): Promise<User> {
  await tx.run({
    text: 'update auth.users set banned_until = $2::timestamptz, updated_at = $3::timestamptz where id = $1::uuid',
    values: [id, until?.toISOString() ?? null, now.toISOString()],
  })
  return mustFind(tx, id)
}

/** Deletes the account with all its data, its audit log entries included. */
export async function deleteUser(tx: Runner, id: string): Promise<void> {
  await purgeUnreferencedRows(tx, id)
  await translatingDatabaseErrors('deleting user', () =>
    tx.run({ text: 'delete from auth.users where id = $1::uuid', values: [id] }),
  )
}

/** Deletes the account's rows that no foreign key removes. */
async function purgeUnreferencedRows(tx: Runner, id: string): Promise<void> {
  await tx.run({ text: 'delete from auth.flow_state where user_id = $1::uuid', values: [id] })
  await tx.run({ text: `delete from auth.audit_log_entries where payload ->> 'actor_id' = $1`, values: [id] })
}

/** Keeps the row for references to it, without personal data and without a way to sign in. */
export async function softDeleteUser(tx: Runner, id: string, now: Date): Promise<void> {
  await translatingDatabaseErrors('deleting user', () =>
    tx.run({
      text: `update auth.users set email = null, phone = null, encrypted_password = '', raw_user_meta_data = '{}',
          raw_app_meta_data = '{}', email_change = '', confirmation_token = '', recovery_token = '', email_change_token_new = '',
          email_change_token_current = '', reauthentication_token = '', deleted_at = $2::timestamptz, updated_at = $2::timestamptz
        where id = $1::uuid`,
      values: [id, now.toISOString()],
    }),
  )
  for (const table of ['identities', 'mfa_factors', 'sessions', 'one_time_tokens']) {
    await tx.run({ text: `delete from auth.${table} where user_id = $1::uuid`, values: [id] })
  }
  await purgeUnreferencedRows(tx, id)
}

async function mustFind(tx: Runner, id: string): Promise<User> {
  const found = await findUserById(tx, id)
  if (found === undefined) throw new Error('The account was deleted while it was being written')
  return found
}

/** Maps a taken address and a trigger's refusal to errors for the caller. */
async function translatingDatabaseErrors<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    if (error.code === '23505' && error.constraint === 'users_email_partial_key') throw emailExists()
    if (error.code === '23505' && error.constraint === 'users_phone_key') throw phoneExists()
    if (/^(?:22|23|P0001)/.test(error.code)) throw refusedByDatabase(what, error)
    throw error
  }
}
