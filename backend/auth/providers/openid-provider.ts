/** An OpenID Connect issuer, e.g. Google: discovery, code flow with PKCE and nonce, and verified ID tokens. */
import { createHash } from 'node:crypto'
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import type { OpenIdSettings } from '../settings.ts'
import { challengeOf } from './challenge.ts'
import { basicAuthorization, fetchJson, formBody } from './fetch-json.ts'
import { identityOf } from './profile.ts'
import { type ExternalProvider, ProviderError, type RoundTrip } from './provider.ts'

const discoveryDocument = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
})

type Issuer = z.output<typeof discoveryDocument> & { readonly keys: ReturnType<typeof createRemoteJWKSet> }

const tokenResponse = z.object({
  id_token: z.string(),
  access_token: z.string().default(''),
  refresh_token: z.string().default(''),
})
const userProfile = z.looseObject({ sub: z.string() })

/** How long the discovery document is cached. */
const discoveryTtlMs = 60 * 60_000
/** Public-key signatures only: one made with our client secret would not prove its sender. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const clockSkewSeconds = 30
const scopes = ['openid', 'email', 'profile']

export function createOpenIdProvider(settings: OpenIdSettings, now: () => Date): ExternalProvider {
  const { name, clientId } = settings
  const issuer = cached(() => discover(settings), discoveryTtlMs, now)

  const verify = async (token: string, { keys, issuer: iss }: Issuer): Promise<JWTPayload & { sub: string }> => {
    const { payload } = await jwtVerify(token, keys, {
      algorithms,
      issuer: [iss, ...settings.issuerAliases],
      audience: clientId,
      clockTolerance: clockSkewSeconds,
      requiredClaims: ['sub', 'iat', 'exp'],
      // Used tokens are remembered for 24 hours, so no token may be accepted for longer.
      maxTokenAge: '23 hours',
      currentDate: now(),
    }).catch((cause: unknown) => {
      const reason = cause instanceof errors.JOSEError ? cause.code : 'it could not be verified'
      throw new ProviderError(`The ID token of ${name} is refused: ${reason}`, { cause })
    })
    const { sub, azp } = payload
    if (sub === undefined || sub === '' || sub.length > 255)
      throw new ProviderError('The ID token has no valid subject')
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
      const metadata = await issuer()
      assertIssuer(returned, metadata)
      const token = await fetchJson(
        metadata.token_endpoint,
        tokenRequest(metadata, settings, returned.get('code') ?? '', trip),
        tokenResponse,
      )
      const claims = await verify(token.id_token, metadata)
      if (claims.nonce !== trip.nonce) throw new ProviderError('The ID token belongs to another sign-in')
      const profile = claims.email === undefined ? await userInfo(metadata, token.access_token, claims.sub) : {}
      return {
        identity: toIdentity(metadata.issuer, { ...profile, ...claims }),
        tokens: { access: token.access_token, refresh: token.refresh_token },
      }
    },

    async verifyIdToken(token, { nonce, accessToken }) {
      const metadata = await issuer()
      const claims = await verify(token, metadata)
      // The app sends the hash to the issuer and the nonce to us, so that a stolen ID token alone is useless.
      const hashed = nonce === '' ? undefined : createHash('sha256').update(nonce).digest('hex')
      if ((claims.nonce === undefined) !== (hashed === undefined)) {
        throw new ProviderError('Passed nonce and nonce in id_token should either both exist or not.')
      }
      if (hashed !== undefined && claims.nonce !== hashed) throw new ProviderError('Nonces mismatch')
      if (accessToken !== '' && claims.at_hash !== undefined && !isHashOf(claims.at_hash, accessToken)) {
        throw new ProviderError('The access token does not belong to the ID token')
      }
      return toIdentity(metadata.issuer, claims)
    },
  }
}

/** @throws ProviderError when the response comes from another issuer, whose code must not reach this one (RFC 9207) */
function assertIssuer(returned: URLSearchParams, issuer: Issuer): void {
  const iss = returned.get('iss')
  if (iss === null ? issuer.authorization_response_iss_parameter_supported : iss !== issuer.issuer) {
    throw new ProviderError('The response comes from another issuer')
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

/** Some issuers omit the address from the ID token. */
async function userInfo(issuer: Issuer, accessToken: string, subject: string): Promise<Record<string, unknown>> {
  if (issuer.userinfo_endpoint === undefined || accessToken === '') return {}
  const profile = await fetchJson(
    issuer.userinfo_endpoint,
    { headers: { authorization: `Bearer ${accessToken}` } },
    userProfile,
  )
  if (profile.sub !== subject) throw new ProviderError('The user info names another subject than the ID token')
  return profile
}

function toIdentity(issuer: string, claims: JWTPayload & { sub: string }) {
  return identityOf({
    issuer,
    subject: claims.sub,
    email: claims.email,
    // Some issuers write booleans as strings.
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name: claims.name,
    userName: claims.preferred_username,
    picture: claims.picture,
  })
}

const isHashOf = (hash: unknown, token: string) =>
  hash === createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url')

async function discover({ issuer, name }: OpenIdSettings): Promise<Issuer> {
  const found = await fetchJson(`${issuer}/.well-known/openid-configuration`, {}, discoveryDocument)
  if (found.issuer.replace(/\/$/, '') !== issuer)
    throw new ProviderError(`The issuer ${issuer} identifies itself as ${found.issuer}`)
  const endpoints = [found.authorization_endpoint, found.token_endpoint, found.jwks_uri, found.userinfo_endpoint]
  const isInsecure = (endpoint?: string) => endpoint !== undefined && new URL(endpoint).protocol !== 'https:'
  if (issuer.startsWith('https:') && endpoints.some(isInsecure)) {
    throw new ProviderError(`${name} has endpoints without https`)
  }
  return { ...found, keys: createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: 8_000 }) }
}

/** Shares one result until it expires; a failure is not cached. */
function cached<T>(load: () => Promise<T>, ttlMs: number, now: () => Date): () => Promise<T> {
  let entry: { value: Promise<T>; until: number } | undefined
  return () => {
    if (entry !== undefined && entry.until > now().getTime()) return entry.value
    const value = load()
    entry = { value, until: now().getTime() + ttlMs }
    value.catch(() => {
      if (entry?.value === value) entry = undefined
    })
    return value
  }
}
