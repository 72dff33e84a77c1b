/**
 * Sign-ins through external providers (auth.flow_state). State, nonce and PKCE verifier derive from a secret in a browser cookie, so
 * that no other browser can finish the sign-in.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Runner, readRow } from '../rows.ts'
import { type Challenge, parseChallenge } from '../tokens/flow-states.ts'
import type { LinkTarget } from './linking.ts'

/** How long a member may take at the provider. */
export const externalFlowSeconds = 600

export interface BoundSecrets {
  /** The row's id, and the `state` parameter of OAuth. */
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export const newBrowserSecret = () => randomBytes(32).toString('base64url')

export function secretsOf(browserSecret: string): BoundSecrets {
  const derive = (purpose: string) => createHash('sha256').update(`${purpose} ${browserSecret}`).digest()
  const hex = derive('state').subarray(0, 16).toString('hex')
  return {
    state: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    nonce: derive('nonce').toString('base64url'),
    verifier: derive('verifier').toString('base64url'),
  }
}

export interface ExternalFlow {
  readonly provider: string
  /** Present when the flow ends in a PKCE code. */
  readonly challenge: Challenge | undefined
  readonly redirectTo: string
  /** The account to link the identity to; null to sign in. */
  readonly linkTo: LinkTarget | null
}

export async function beginExternalFlow(db: Runner, state: string, flow: ExternalFlow, now: Date): Promise<void> {
  await db.run({
    text: `with flow as (
        insert into auth.flow_state (id, code_challenge_method, code_challenge, provider_type, authentication_method, referrer,
          linking_target_id, created_at, updated_at)
        values ($1::uuid, $2::auth.code_challenge_method, $3, $4, 'oauth', $5, $6::uuid, $8::timestamptz, $8::timestamptz)
        returning id)
      insert into backend.linking_flows (flow_id, session_id) select id, $7::uuid from flow where $7::uuid is not null`,
    values: [
      state,
      flow.challenge?.method ?? null,
      flow.challenge?.challenge ?? null,
      flow.provider,
      flow.redirectTo,
      flow.linkTo?.accountId ?? null,
      flow.linkTo?.sessionId ?? null,
      now.toISOString(),
    ],
  })
}

const flowRow = z.object({
  provider: z.string(),
  method: z.string().nullable(),
  challenge: z.string().nullable(),
  redirect_to: z.string(),
  link_to: z.string().nullable(),
  link_session: z.string().nullable(),
  created_at: z.string(),
})

/** Removes and returns the flow; undefined when it does not exist or has expired. */
export async function takeExternalFlow(db: Runner, state: string, now: Date): Promise<ExternalFlow | undefined> {
  const result = await db.run({
    text: `with flow as (
        delete from auth.flow_state where id = $1::uuid and authentication_method = 'oauth' and auth_code is null returning *)
      select json_build_object('provider', provider_type, 'method', code_challenge_method, 'challenge', code_challenge,
        'redirect_to', referrer, 'link_to', linking_target_id, 'link_session', session_id, 'created_at', created_at)
      from flow left join backend.linking_flows on flow_id = id`,
    values: [state],
  })
  const found = readRow(result, flowRow)
  if (found === undefined) return undefined
  if (found.link_to !== null && found.link_session === null) return undefined
  if (new Date(found.created_at).getTime() + externalFlowSeconds * 1000 < now.getTime()) return undefined
  return {
    provider: found.provider,
    challenge: parseChallenge(found.challenge ?? '', found.method ?? ''),
    redirectTo: found.redirect_to,
    linkTo:
      found.link_to === null || found.link_session === null
        ? null
        : { accountId: found.link_to, sessionId: found.link_session },
  }
}

/** Marks an ID token as used. @returns false when it was used before */
export async function consumeIdToken(tx: Runner, token: string, now: Date): Promise<boolean> {
  // Without the signature, which has other texts with the same meaning.
  const { state: id } = secretsOf(`id_token ${token.slice(0, token.lastIndexOf('.'))}`)
  const { count } = await tx.run({
    text: `insert into auth.flow_state (id, provider_type, authentication_method, created_at, updated_at)
      values ($1::uuid, 'id_token', 'id_token', $2::timestamptz, $2::timestamptz) on conflict (id) do nothing`,
    values: [id, now.toISOString()],
  })
  return count === 1
}

export interface ExternalCode {
  readonly userId: string
  readonly provider: string
  readonly challenge: Challenge
  readonly tokens: { readonly access: string; readonly refresh: string }
}

/** Issues a code, which the holder of the PKCE verifier exchanges for a session. */
export async function issueExternalCode(
  tx: Runner,
  { userId, provider, challenge, tokens }: ExternalCode,
  now: Date,
): Promise<string> {
  const code = randomUUID()
  await tx.run({
    text: `insert into auth.flow_state (id, user_id, auth_code, auth_code_issued_at, code_challenge_method, code_challenge,
        provider_type, authentication_method, provider_access_token, provider_refresh_token, created_at, updated_at)
      values ($1::uuid, $2::uuid, $3, $4::timestamptz, $5::auth.code_challenge_method, $6, $7, 'oauth', $8, $9,
        $4::timestamptz, $4::timestamptz)`,
    values: [
      randomUUID(),
      userId,
      code,
      now.toISOString(),
      challenge.method,
      challenge.challenge,
      provider,
      tokens.access,
      tokens.refresh,
    ],
  })
  return code
}
