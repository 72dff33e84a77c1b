/** Any OpenID Connect issuer (Google among them): discovery, the code flow with PKCE and nonce, and ID tokens checked by its keys. */
import { createHash } from 'node:crypto'
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import type { OpenIdSettings } from '../settings.ts'
import { ask, basicAuthorization, formBody } from './ask.ts'
import { challengeOf } from './challenge.ts'
import { identityOf } from './profile.ts'
import { type ExternalProvider, ProviderError, type RoundTrip } from './provider.ts'

const metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
})

type Issuer = z.output<typeof metadata> & { readonly keys: ReturnType<typeof createRemoteJWKSet> }

const tokenAnswer = z.object({
  id_token: z.string(),
  access_token: z.string().default(''),
  refresh_token: z.string().default(''),
})
const person = z.looseObject({ sub: z.string() })

/** How long what the issuer says of itself is believed without asking again. */
const metadataMs = 60 * 60_000
/** Signatures that need no secret of ours: a token signed with our client secret would prove nothing about its sender. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const clockSkewSeconds = 30
const scopes = ['openid', 'email', 'profile']

export function createOpenIdProvider(settings: OpenIdSettings, now: () => Date): ExternalProvider {
  const { name, clientId } = settings
  const issuer = remembering(() => discover(settings), metadataMs, now)

  const verify = async (token: string, { keys, issuer: iss }: Issuer): Promise<JWTPayload & { sub: string }> => {
    const { payload } = await jwtVerify(token, keys, {
      algorithms,
      issuer: [iss, ...settings.alsoCalled],
      audience: clientId,
      clockTolerance: clockSkewSeconds,
      requiredClaims: ['sub', 'iat', 'exp'],
      currentDate: now(),
    }).catch((cause: unknown) => {
      const reason = cause instanceof errors.JOSEError ? cause.code : 'it cannot be checked'
      throw new ProviderError(`The ID token of ${name} is refused: ${reason}`, { cause })
    })
    const { sub, azp } = payload
    if (sub === undefined || sub === '' || sub.length > 255) throw new ProviderError('The ID token names nobody')
    if (azp !== undefined && azp !== clientId) throw new ProviderError('The ID token was issued to another client')
    return { ...payload, sub }
  }

  return {
    name,

    async authorizationUrl({ state, nonce, verifier, redirectUri, scopes: further, hints }) {
      const url = new URL((await issuer()).authorization_endpoint)
      const parameters = {
        ...hints,
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: [...new Set([...scopes, ...further])].join(' '),
        state,
        nonce,
        code_challenge: challengeOf(verifier),
        code_challenge_method: 'S256',
      }
      for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value)
      return url.href
    },

    async identify(returned, trip) {
      const from = await issuer()
      assertSender(returned, from)
      const answered = await ask(
        from.token_endpoint,
        tokenRequest(from, settings, returned.get('code') ?? '', trip),
        tokenAnswer,
      )
      const claims = await verify(answered.id_token, from)
      if (claims.nonce !== trip.nonce) throw new ProviderError('The ID token belongs to another sign-in')
      const told = claims.email === undefined ? await userInfo(from, answered.access_token, claims.sub) : {}
      return {
        identity: toIdentity(from.issuer, { ...told, ...claims }),
        tokens: { access: answered.access_token, refresh: answered.refresh_token },
      }
    },

    async verifyIdToken(token, { nonce, accessToken }) {
      const from = await issuer()
      const claims = await verify(token, from)
      // The app gives the issuer the hash and us the nonce itself, so that who merely saw the token cannot use it.
      const hashed = nonce === '' ? undefined : createHash('sha256').update(nonce).digest('hex')
      if ((claims.nonce === undefined) !== (hashed === undefined)) {
        throw new ProviderError('Passed nonce and nonce in id_token should either both exist or not.')
      }
      if (hashed !== undefined && claims.nonce !== hashed) throw new ProviderError('Nonces mismatch')
      if (accessToken !== '' && claims.at_hash !== undefined && !isHashOf(claims.at_hash, accessToken)) {
        throw new ProviderError('The access token does not belong to the ID token')
      }
      return toIdentity(from.issuer, claims)
    },
  }
}

/** @throws ProviderError when the answer comes from another issuer than was asked (RFC 9207): its code must not reach this one */
function assertSender(returned: URLSearchParams, issuer: Issuer): void {
  const iss = returned.get('iss')
  if (iss === null ? issuer.authorization_response_iss_parameter_supported : iss !== issuer.issuer) {
    throw new ProviderError('The answer comes from another issuer than was asked')
  }
}

function tokenRequest(issuer: Issuer, settings: OpenIdSettings, code: string, trip: RoundTrip): RequestInit {
  const { clientId, clientSecret } = settings
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: trip.redirectUri,
    code_verifier: trip.verifier,
  }
  if (!issuer.token_endpoint_auth_methods_supported.includes('client_secret_basic')) {
    return formBody({ ...fields, client_id: clientId, client_secret: clientSecret })
  }
  const request = formBody(fields)
  return { ...request, headers: { ...request.headers, authorization: basicAuthorization(clientId, clientSecret) } }
}

/** Some issuers keep the address out of the ID token. */
async function userInfo(issuer: Issuer, accessToken: string, subject: string): Promise<Record<string, unknown>> {
  if (issuer.userinfo_endpoint === undefined || accessToken === '') return {}
  const told = await ask(issuer.userinfo_endpoint, { headers: { authorization: `Bearer ${accessToken}` } }, person)
  if (told.sub !== subject) throw new ProviderError('The issuer tells of another person than its ID token')
  return told
}

function toIdentity(issuer: string, claims: JWTPayload & { sub: string }) {
  return identityOf({
    issuer,
    subject: claims.sub,
    email: claims.email,
    // Some issuers write booleans as words.
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name: claims.name,
    userName: claims.preferred_username,
    picture: claims.picture,
  })
}

const isHashOf = (hash: unknown, token: string) =>
  hash === createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url')

async function discover({ issuer, name }: OpenIdSettings): Promise<Issuer> {
  const found = await ask(`${issuer}/.well-known/openid-configuration`, {}, metadata)
  if (found.issuer.replace(/\/$/, '') !== issuer) throw new ProviderError(`${issuer} says that it is ${found.issuer}`)
  const endpoints = [found.authorization_endpoint, found.token_endpoint, found.jwks_uri, found.userinfo_endpoint]
  const isOpen = (endpoint?: string) => endpoint !== undefined && new URL(endpoint).protocol !== 'https:'
  if (issuer.startsWith('https:') && endpoints.some(isOpen)) {
    throw new ProviderError(`${name} has endpoints that are not encrypted`)
  }
  return { ...found, keys: createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: 8_000 }) }
}

/** One answer for everybody until it is old; a failure is forgotten at once. */
function remembering<T>(fetchIt: () => Promise<T>, forMs: number, now: () => Date): () => Promise<T> {
  let kept: { value: Promise<T>; until: number } | undefined
  return () => {
    if (kept !== undefined && kept.until > now().getTime()) return kept.value
    const value = fetchIt()
    kept = { value, until: now().getTime() + forMs }
    value.catch(() => {
      if (kept?.value === value) kept = undefined
    })
    return value
  }
}
