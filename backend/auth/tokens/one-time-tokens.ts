/**
 * The one-time tokens in emails: a link token (224 random bits) and a short code to type in. Only hashes are stored: the link's in
 * auth.one_time_tokens, the code's, salted with the address, in auth.users. Each works once and expires.
 */
import { createHash, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { lockUser, type User } from '../accounts/users.ts'
import { type Runner, readRow } from '../rows.ts'

export type TokenKind = 'confirmation' | 'recovery' | 'email_change_new' | 'email_change_current' | 'reauthentication'

/** The columns of GoTrue's tables for each kind. */
const columnsOf = {
  confirmation: { type: 'confirmation_token', code: 'confirmation_token', sent: 'confirmation_sent_at' },
  recovery: { type: 'recovery_token', code: 'recovery_token', sent: 'recovery_sent_at' },
  email_change_new: { type: 'email_change_token_new', code: 'email_change_token_new', sent: 'email_change_sent_at' },
  email_change_current: {
    type: 'email_change_token_current',
    code: 'email_change_token_current',
    sent: 'email_change_sent_at',
  },
  reauthentication: {
    type: 'reauthentication_token',
    code: 'reauthentication_token',
    sent: 'reauthentication_sent_at',
  },
} as const satisfies Record<TokenKind, { type: string; code: keyof User; sent: keyof User }>

/** A link token with this prefix ends in a PKCE code instead of a session. */
const pkcePrefix = 'pkce_'
export const isPkceToken = (token: string) => token.startsWith(pkcePrefix)

export interface IssuedToken {
  /** The value of `/verify?token=` and `token_hash`. */
  readonly link: string
  /** Digits to type in. */
  readonly code: string
}

export interface TokenRequest {
  readonly userId: string
  readonly kind: TokenKind
  /** The recipient. */
  readonly email: string
  readonly codeLength: number
  readonly pkce?: boolean
}

/** Issues a token, which replaces the account's previous one of the kind. The account is new or locked. */
export async function issueToken(tx: Runner, request: TokenRequest, now: Date): Promise<IssuedToken> {
  const { userId, kind, email, codeLength, pkce = false } = request
  const link = (pkce ? pkcePrefix : '') + randomBytes(28).toString('hex')
  const code = randomInt(10 ** codeLength)
    .toString()
    .padStart(codeLength, '0')
  const columns = columnsOf[kind]
  await tx.run({
    text: `with sent as (update auth.users set ${columns.code} = $2, ${columns.sent} = $3::timestamptz where id = $1::uuid)
      insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
      values ($4::uuid, $1::uuid, '${columns.type}', $5, $6, $3::timestamptz at time zone 'utc', $3::timestamptz at time zone 'utc')
      on conflict (user_id, token_type) do update
        set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
          created_at = excluded.created_at, updated_at = excluded.updated_at`,
    values: [userId, hashCode(email, code), now.toISOString(), randomUUID(), hash(link), email],
  })
  return { link, code }
}

const linkRow = z.object({ user_id: z.string(), kind: z.string(), issued_at: z.string() })

/**
 * Consumes the link token, once even for simultaneous requests.
 * @returns the locked account; undefined when no such token of these kinds exists or it has expired
 */
export async function consumeLink(
  tx: Runner,
  link: string,
  kinds: readonly TokenKind[],
  { now, expirySeconds }: { now: Date; expirySeconds: number },
): Promise<{ account: User; kind: TokenKind } | undefined> {
  const values = [hash(link), `{${kinds.map((kind) => columnsOf[kind].type).join(',')}}`]
  const matching = 'token_hash = $1 and token_type = any($2::auth.one_time_token_type[])'
  const found = readRow(
    await tx.run({
      text: `select json_build_object('user_id', user_id, 'kind', token_type, 'issued_at', created_at at time zone 'utc')
        from auth.one_time_tokens where ${matching}`,
      values,
    }),
    linkRow,
  )
  const kind = kinds.find((candidate) => columnsOf[candidate].type === found?.kind)
  if (found === undefined || kind === undefined || isExpired(found.issued_at, now, expirySeconds)) return undefined
  const account = await lockUser(tx, found.user_id)
  const { count } = await tx.run({ text: `delete from auth.one_time_tokens where ${matching}`, values })
  if (account === undefined || count === 0) return undefined
  await voidCode(tx, account.id, kind)
  return { account, kind }
}

/** The kind whose code matches; undefined for a wrong or expired code. The caller has locked the account. */
export function matchCode(
  account: User,
  { email, code }: { email: string; code: string },
  kinds: readonly TokenKind[],
  { now, expirySeconds }: { now: Date; expirySeconds: number },
): TokenKind | undefined {
  const given = hashCode(email, code)
  return kinds.find((kind) => {
    const sentAt = account[columnsOf[kind].sent]
    return sameText(account[columnsOf[kind].code], given) && sentAt !== null && !isExpired(sentAt, now, expirySeconds)
  })
}

/** Voids the link and the code of the kind. */
export async function voidToken(tx: Runner, userId: string, kind: TokenKind): Promise<void> {
  await tx.run({
    text: `with spent as (update auth.users set ${columnsOf[kind].code} = '' where id = $1::uuid)
      delete from auth.one_time_tokens where user_id = $1::uuid and token_type = '${columnsOf[kind].type}'`,
    values: [userId],
  })
}

/** Voids the code only; the link still works after too many wrong codes. */
export async function voidCode(tx: Runner, userId: string, kind: TokenKind): Promise<void> {
  await tx.run({ text: `update auth.users set ${columnsOf[kind].code} = '' where id = $1::uuid`, values: [userId] })
}

const isExpired = (issuedAt: string, now: Date, seconds: number) =>
  new Date(issuedAt).getTime() + seconds * 1000 < now.getTime()

const hash = (value: string) => createHash('sha224').update(value).digest('hex')
/** As in GoTrue, the address salts the code. */
const hashCode = (email: string, code: string) => hash(email + code)

function sameText(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
