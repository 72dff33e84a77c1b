/** Sessions and their rotating refresh tokens (auth.sessions, auth.refresh_tokens, auth.mfa_amr_claims). */
import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#backend/database/database'
import { type UserView, userView } from '../accounts/user-view.ts'
import { findUserById, isBanned, type User } from '../accounts/users.ts'
import { type Client, record } from '../audit.ts'
import {
  refreshSessionExpired,
  refreshTokenAlreadyUsed,
  refreshTokenNotFound,
  refreshUserBanned,
  sessionNotFound,
} from '../errors.ts'
import { type Runner, readRow } from '../rows.ts'
import type { FlowOrigin } from '../tokens/flow-states.ts'
import { type AccessToken, type SessionOfToken, type Signing, signAccessToken } from './access-tokens.ts'
import { decideRefresh, type RefreshDecision } from './refresh-decision.ts'

/** The response of every grant. */
export interface SessionResponse {
  readonly access_token: string
  readonly token_type: 'bearer'
  readonly expires_in: number
  readonly expires_at: number
  readonly refresh_token: string
  readonly user: UserView
  /** For requests to the external provider. */
  readonly provider_token?: string
  readonly provider_refresh_token?: string
}

export type SignInMethod = 'password' | 'otp' | 'anonymous' | FlowOrigin

/** 128 random bits. */
const newRefreshToken = () => randomBytes(16).toString('base64url')

export interface StartedSession {
  readonly account: User
  readonly session: SessionOfToken
  readonly refreshToken: string
  readonly providerTokens?: { readonly access: string; readonly refresh: string }
}

/** Starts a session in the caller's transaction; call `sessionResponse` after the commit. */
export async function startSession(
  tx: Runner,
  userId: string,
  method: SignInMethod,
  client: Client,
  now: Date,
): Promise<StartedSession> {
  const session = { id: randomUUID(), aal: 'aal1', amr: [{ method, timestamp: Math.floor(now.getTime() / 1000) }] }
  const refreshToken = newRefreshToken()
  await tx.run({
    text: `with session as (
        insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
        values ($1::uuid, $2::uuid, $3::timestamptz, $3::timestamptz, 'aal1', $4, $5::inet)
      ), claim as (
        insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
        values ($6::uuid, $1::uuid, $3::timestamptz, $3::timestamptz, $7)
      ), signed_in as (
        update auth.users set last_sign_in_at = $3::timestamptz, updated_at = $3::timestamptz where id = $2::uuid
      )
      insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, session_id)
      values ('00000000-0000-0000-0000-000000000000', $8, $2, false, $3::timestamptz, $3::timestamptz, $1::uuid)`,
    values: [
      session.id,
      userId,
      now.toISOString(),
      client.userAgent,
      client.address,
      randomUUID(),
      method,
      refreshToken,
    ],
  })
  await record(tx, { action: 'login', actorId: userId, traits: { provider: method }, client }, now)
  const account = await findUserById(tx, userId)
  if (account === undefined) throw new Error('The account was deleted while it signed in')
  return { account, session, refreshToken }
}

/** Signs the access token. Call it outside transactions, because it takes CPU time and no rows. */
export async function sessionResponse(context: Signing, started: StartedSession): Promise<SessionResponse> {
  const access = await signAccessToken(context, started.account, started.session)
  const { access: providerToken, refresh: providerRefresh } = started.providerTokens ?? { access: '', refresh: '' }
  return {
    ...toSessionResponse(context, access, started.refreshToken, started.account),
    ...(providerToken !== '' && { provider_token: providerToken }),
    ...(providerRefresh !== '' && { provider_refresh_token: providerRefresh }),
  }
}

const toSessionResponse = (
  { settings }: Signing,
  access: AccessToken,
  refreshToken: string,
  account: User,
): SessionResponse => ({
  access_token: access.token,
  token_type: 'bearer',
  expires_in: settings.tokens.accessTokenSeconds,
  expires_at: access.expiresAt,
  refresh_token: refreshToken,
  user: userView(account),
})

const timestamp = z.string().transform((value) => new Date(value))

/** How the session `s` was authenticated, as in access tokens. */
const amrObject = `(select coalesce(json_agg(json_build_object('method', c.authentication_method,
    'timestamp', floor(extract(epoch from c.updated_at))::bigint) order by c.updated_at desc), '[]')
  from auth.mfa_amr_claims c where c.session_id = s.id)`
const amr = z.array(z.object({ method: z.string(), timestamp: z.number() }))

const presented = z.object({
  token: z.object({ revoked: z.boolean().nullable(), updated_at: timestamp }),
  session: z.object({
    id: z.string(),
    created_at: timestamp,
    last_refreshed_at: timestamp,
    not_after: timestamp.nullable(),
    aal: z.string().nullable(),
    amr,
  }),
  user_id: z.string(),
  active_token: z.string().nullable(),
})
type Presented = z.output<typeof presented>

interface Refreshing extends Signing {
  readonly database: Database
}

/** Exchanges a refresh token for a session's next tokens. @throws AuthError */
export async function refreshSession(context: Refreshing, token: string, client: Client): Promise<SessionResponse> {
  const now = context.now()
  const outcome = await context.database.transaction(async (tx) => {
    const found = await lockPresented(tx, token)
    if (found === undefined) throw refreshTokenNotFound()
    const account = await findUserById(tx, found.user_id)
    if (account === undefined) throw refreshTokenNotFound()
    if (isBanned(account, now)) throw refreshUserBanned()
    const decision = decide(context, found, now)
    const next = await applyDecision(tx, decision, { token, found, client, now })
    return { decision, account, found, next }
  })
  // Thrown after the transaction, because the end of the session must be committed.
  if (outcome.decision.action === 'refuse-reuse') throw refreshTokenAlreadyUsed()
  if (outcome.decision.action === 'refuse-expired') throw refreshSessionExpired(outcome.decision.why)
  const { session } = outcome.found
  const access = await signAccessToken(context, outcome.account, { ...session, aal: session.aal ?? 'aal1' })
  return toSessionResponse(context, access, outcome.next, outcome.account)
}

/**
 * Locks the session, then finds the token, so that simultaneous refreshes see each other's changes. Two statements, because under
 * read committed the second one sees what was committed while the first one waited.
 */
async function lockPresented(tx: Runner, token: string): Promise<Presented | undefined> {
  const locked = await tx.run({
    text: `select 1 from auth.sessions
      where id = (select session_id from auth.refresh_tokens where token = $1) for update`,
    values: [token],
  })
  if (locked.rows.length === 0) return undefined
  const result = await tx.run({
    text: `select json_build_object(
        'token', json_build_object('revoked', t.revoked, 'updated_at', t.updated_at),
        'session', json_build_object('id', s.id, 'created_at', s.created_at, 'not_after', s.not_after, 'aal', s.aal,
          'last_refreshed_at', coalesce(s.refreshed_at at time zone 'utc', s.created_at),
          'amr', ${amrObject}),
        'user_id', s.user_id,
        'active_token', (select a.token from auth.refresh_tokens a
          where a.session_id = s.id and not a.revoked order by a.id desc limit 1))
      from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id where t.token = $1`,
    values: [token],
  })
  return readRow(result, presented)
}

function decide({ settings }: Signing, { token, session, active_token }: Presented, now: Date): RefreshDecision {
  return decideRefresh(
    { revoked: token.revoked ?? false, updatedAt: token.updated_at },
    {
      createdAt: session.created_at,
      lastRefreshedAt: session.last_refreshed_at,
      notAfter: session.not_after,
      activeToken: active_token,
    },
    {
      reuseSeconds: settings.tokens.refreshTokenReuseSeconds,
      rotationEnabled: settings.tokens.refreshTokenRotationEnabled,
      timeboxSeconds: settings.sessions.timeboxSeconds,
      inactivitySeconds: settings.sessions.inactivitySeconds,
    },
    now,
  )
}

/** Applies the decision. @returns the refresh token to return; '' when the request is refused */
async function applyDecision(
  tx: Runner,
  decision: RefreshDecision,
  { token, found, client, now }: { token: string; found: Presented; client: Client; now: Date },
): Promise<string> {
  const { id } = found.session
  switch (decision.action) {
    case 'repeat':
      return decision.token
    case 'rotate': {
      const next = newRefreshToken()
      await tx.run({
        text: `with spent as (
            update auth.refresh_tokens set revoked = true, updated_at = $3::timestamptz where token = $1
          ), refreshed as (
            update auth.sessions set refreshed_at = $3::timestamptz at time zone 'utc', updated_at = $3::timestamptz,
              user_agent = $4, ip = $5::inet where id = $2::uuid
          )
          insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
          values ('00000000-0000-0000-0000-000000000000', $6, $7, false, $3::timestamptz, $3::timestamptz, $1, $2::uuid)`,
        values: [token, id, now.toISOString(), client.userAgent, client.address, next, found.user_id],
      })
      return next
    }
    case 'refuse-reuse':
      if (decision.endSession) await endCompromisedSession(tx, { id, userId: found.user_id, client, now })
      return ''
    case 'refuse-expired':
      return ''
  }
}

/** The row stays, marked as ended, so that later use of its tokens is still recognised as reuse. */
async function endCompromisedSession(
  tx: Runner,
  { id, userId, client, now }: { id: string; userId: string; client: Client; now: Date },
): Promise<void> {
  await tx.run({
    text: `with ended as (
        update auth.sessions set not_after = $2::timestamptz, updated_at = $2::timestamptz where id = $1::uuid
      )
      update auth.refresh_tokens set revoked = true where session_id = $1::uuid and not revoked`,
    values: [id, now.toISOString()],
  })
  await record(tx, { action: 'token_revoked', actorId: userId, traits: { reason: 'refresh token reuse' }, client }, now)
}

export interface Session {
  readonly id: string
  readonly createdAt: Date
  /** When its member last proved their identity: by signing in, or by a code of their second factor. */
  readonly provedAt: Date
  /** Started by a link or code from an email, as after a forgotten password. */
  readonly isFromEmail: boolean
  /** Whether it has passed a second factor. */
  readonly isAal2: boolean
}

const sessionRow = z.object({
  id: z.string(),
  created_at: timestamp,
  proved_at: timestamp,
  is_from_email: z.boolean(),
  is_aal2: z.boolean(),
})

/** The user's session, unless it has ended. */
export async function findSession(db: Runner, id: string, userId: string, now: Date): Promise<Session | undefined> {
  const result = await db.run({
    text: `select json_build_object('id', id, 'created_at', created_at, 'is_aal2', coalesce(aal >= 'aal2', false),
        'proved_at', coalesce((select max(c.updated_at) from auth.mfa_amr_claims c where c.session_id = s.id), created_at), 'is_from_email', exists (
        select from auth.mfa_amr_claims c where c.session_id = s.id and c.authentication_method in ('otp', 'magiclink', 'recovery')
      )) from auth.sessions s
      where id = $1::uuid and user_id = $2::uuid and (not_after is null or not_after > $3::timestamptz)`,
    values: [id, userId, now.toISOString()],
  })
  const found = readRow(result, sessionRow)
  return (
    found && {
      id: found.id,
      createdAt: found.created_at,
      provedAt: found.proved_at,
      isFromEmail: found.is_from_email,
      isAal2: found.is_aal2,
    }
  )
}

/**
 * Raises the session to aal2 once its member has proved a second factor. The session gets a new refresh token, and loses the tokens of
 * aal1, so that a copy of one of them never becomes aal2.
 * @throws AuthError session_not_found when it has ended since
 */
export async function raiseSession(
  tx: Runner,
  { sessionId, userId, factorId, method }: { sessionId: string; userId: string; factorId: string; method: 'totp' },
  now: Date,
): Promise<StartedSession> {
  const refreshToken = newRefreshToken()
  const { count } = await tx.run({
    text: `update auth.sessions set aal = 'aal2', factor_id = $3::uuid, updated_at = $4::timestamptz
      where id = $1::uuid and user_id = $2::uuid`,
    values: [sessionId, userId, factorId, now.toISOString()],
  })
  if (count === 0) throw sessionNotFound()
  await tx.run({ text: 'delete from auth.refresh_tokens where session_id = $1::uuid', values: [sessionId] })
  await tx.run({
    text: `with claim as (
        insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
        values ($1::uuid, $2::uuid, $3::timestamptz, $3::timestamptz, $4)
        on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at
      )
      insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, session_id)
      values ('00000000-0000-0000-0000-000000000000', $5, $6, false, $3::timestamptz, $3::timestamptz, $2::uuid)`,
    values: [randomUUID(), sessionId, now.toISOString(), method, refreshToken, userId],
  })
  const result = await tx.run({
    text: `select ${amrObject} from auth.sessions s where s.id = $1::uuid`,
    values: [sessionId],
  })
  const account = await findUserById(tx, userId)
  if (account === undefined) throw new Error('The account was deleted while it signed in')
  return { account, session: { id: sessionId, aal: 'aal2', amr: readRow(result, amr) ?? [] }, refreshToken }
}

/** Ends the user's sessions without a second factor. */
export async function endLowerSessions(tx: Runner, userId: string): Promise<void> {
  await tx.run({
    text: `delete from auth.sessions where user_id = $1::uuid and coalesce(aal < 'aal2', true)`,
    values: [userId],
  })
}

/** Lowers the sessions that a removed factor had raised to aal1. */
export async function lowerSessions(tx: Runner, factor: { id: string; factor_type: string }, now: Date): Promise<void> {
  await tx.run({
    text: `with lowered as (
        update auth.sessions set aal = 'aal1', factor_id = null, updated_at = $2::timestamptz where factor_id = $1::uuid
        returning id
      )
      delete from auth.mfa_amr_claims where authentication_method = $3 and session_id in (select id from lowered)`,
    values: [factor.id, now.toISOString(), factor.factor_type],
  })
}

/** Whether the user has a session from the caller's network address. @param aal2 counts only sessions with a second factor */
export async function hasSignedInFrom(
  db: Runner,
  userId: string,
  { address }: Client,
  { aal2 = false } = {},
): Promise<boolean> {
  const text = `select 1 from auth.sessions where user_id = $1::uuid and ip = $2::inet${aal2 ? " and aal >= 'aal2'" : ''} limit 1`
  return address !== null && (await db.run({ text, values: [userId, address] })).rows.length > 0
}

/** Whether the account of this address has a session from this network that began more than a day ago. */
export async function isOldMember(db: Runner, email: string, network: string, now: Date): Promise<boolean> {
  const text = `select 1 from auth.sessions s join auth.users u on u.id = s.user_id
    where u.email = $1 and not u.is_sso_user and u.deleted_at is null and s.ip <<= $2::inet
      and s.created_at < $3::timestamptz - interval '1 day' and coalesce(s.not_after > $3::timestamptz, true) limit 1`
  return (await db.run({ text, values: [email, network, now.toISOString()] })).rows.length > 0
}

export async function endAllSessions(tx: Runner, userId: string): Promise<void> {
  await tx.run({ text: 'delete from auth.sessions where user_id = $1::uuid', values: [userId] })
}

export async function endSession(tx: Runner, userId: string, id: string): Promise<void> {
  await tx.run({ text: 'delete from auth.sessions where user_id = $1::uuid and id = $2::uuid', values: [userId, id] })
}

/** Ends the user's sessions except one. */
export async function endOtherSessions(tx: Runner, userId: string, keptId: string): Promise<void> {
  await tx.run({
    text: 'delete from auth.sessions where user_id = $1::uuid and id <> $2::uuid',
    values: [userId, keptId],
  })
}
