/** PKCE flows (auth.flow_state): stores the challenge until the client exchanges its verifier for a session. */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { badCodeVerifier, flowStateExpired, flowStateNotFound, invalid } from '../errors.ts'
import { type Runner, readRow } from '../rows.ts'

/** The lifetime of the code in a redirect. */
const codeSeconds = 300

export interface Challenge {
  readonly method: 's256' | 'plain'
  readonly challenge: string
}

/** Both parameters or neither. @throws AuthError validation_failed */
export function parseChallenge(challenge: string, method: string): Challenge | undefined {
  if (challenge === '' && method === '') return undefined
  if (challenge === '' || method === '') {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (challenge.length < 43 || challenge.length > 128) {
    throw invalid('code challenge has to be between 43 and 128 characters')
  }
  if (!/^[\w.~-]+$/.test(challenge)) {
    throw invalid('code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes')
  }
  const name = method.toLowerCase()
  if (name !== 's256' && name !== 'plain') throw invalid(`unsupported code_challenge method "${method.slice(0, 20)}"`)
  return { method: name, challenge }
}

/** How a flow started, in GoTrue's authentication methods. */
const flowOrigins = ['email/signup', 'invite', 'recovery', 'magiclink', 'email_change', 'oauth'] as const
export type FlowOrigin = (typeof flowOrigins)[number]

/** Starts a flow that the link in an email continues. */
export async function beginFlow(
  tx: Runner,
  flow: { userId: string; origin: FlowOrigin; challenge: Challenge },
  now: Date,
): Promise<void> {
  await tx.run({
    text: `insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
        authentication_method, created_at, updated_at)
      values ($1::uuid, $2::uuid, $3, $4::auth.code_challenge_method, $5, $6, $6, $7::timestamptz, $7::timestamptz)`,
    values: [
      randomUUID(),
      flow.userId,
      randomUUID(),
      flow.challenge.method,
      flow.challenge.challenge,
      flow.origin,
      now.toISOString(),
    ],
  })
}

const issued = z.object({ auth_code: z.string() })

/** Issues the code of the user's latest flow with this origin. @throws AuthError flow_state_not_found */
export async function issueCode(tx: Runner, userId: string, origin: FlowOrigin, now: Date): Promise<string> {
  const result = await tx.run({
    text: `update auth.flow_state set auth_code_issued_at = $3::timestamptz, updated_at = $3::timestamptz
      where id = (select id from auth.flow_state where user_id = $1::uuid and authentication_method = $2
        order by created_at desc limit 1)
      returning json_build_object('auth_code', auth_code)`,
    values: [userId, origin, now.toISOString()],
  })
  const found = readRow(result, issued)
  if (found === undefined) throw flowStateNotFound()
  return found.auth_code
}

const flowRow = z.object({
  id: z.string(),
  user_id: z.string().nullable(),
  code_challenge: z.string(),
  code_challenge_method: z.enum(['s256', 'plain']),
  authentication_method: z.enum(flowOrigins),
  issued_at: z.string(),
  provider_access_token: z.string().nullable(),
  provider_refresh_token: z.string().nullable(),
})

export interface RedeemedCode {
  readonly userId: string
  readonly origin: FlowOrigin
  /** Tokens of the external provider; '' without one. */
  readonly providerTokens: { readonly access: string; readonly refresh: string }
}

/**
 * Consumes the code if the verifier matches the flow's challenge.
 * @throws AuthError flow_state_not_found, flow_state_expired, bad_code_verifier
 */
export async function redeemCode(
  tx: Runner,
  { code, verifier }: { code: string; verifier: string },
  now: Date,
): Promise<RedeemedCode> {
  const result = await tx.run({
    text: `delete from auth.flow_state where auth_code = $1 and auth_code_issued_at is not null
      returning json_build_object('id', id, 'user_id', user_id, 'code_challenge', code_challenge,
        'code_challenge_method', code_challenge_method, 'authentication_method', authentication_method,
        'issued_at', auth_code_issued_at, 'provider_access_token', provider_access_token,
        'provider_refresh_token', provider_refresh_token)`,
    values: [code],
  })
  const flow = readRow(result, flowRow)
  if (flow === undefined || flow.user_id === null) throw flowStateNotFound()
  if (new Date(flow.issued_at).getTime() + codeSeconds * 1000 < now.getTime()) throw flowStateExpired()
  if (!isVerifierOf(flow.code_challenge, flow.code_challenge_method, verifier)) throw badCodeVerifier()
  return {
    userId: flow.user_id,
    origin: flow.authentication_method,
    providerTokens: { access: flow.provider_access_token ?? '', refresh: flow.provider_refresh_token ?? '' },
  }
}

function isVerifierOf(challenge: string, method: Challenge['method'], verifier: string): boolean {
  const derived = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
  const [a, b] = [Buffer.from(derived), Buffer.from(challenge)]
  return a.length === b.length && timingSafeEqual(a, b)
}
