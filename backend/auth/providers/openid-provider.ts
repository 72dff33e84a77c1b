/** An OpenID Connect issuer, e.g. Google: discovery, code flow with PKCE and nonce, and verified ID tokens. */
import { createHash } from 'node:crypto'
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import type { OpenIdSettings } from '../settings.ts'
import { challengeOf } from './challenge.ts'
import { basicAuthorization, fetchJson, fetchLimited, formBody } from './fetch-json.ts'
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
  token_type: z.string().regex(/^bearer$/i),
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

  /** @param accessToken '' without one */
  const verify = async (
    token: string,
    accessToken: string,
    { keys, issuer: iss }: Issuer,
  ): Promise<JWTPayload & { sub: string }> => {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      algorithms,
      issuer: [iss, ...settings.issuerAliases],
      audience: clientId,
      clockTolerance: clockSkewSeconds,
      requiredClaims: ['sub', 'iat', 'exp'],
      // Used tokens are remembered for 24 hours, so no token may be accepted for longer.
      maxTokenAge: '23 hours',
      currentDate: now(),
    }).catch((cause: unknown) => {
      if (cause instanceof ProviderError) throw cause
      const reason = cause instanceof errors.JOSEError ? cause.code : 'it could not be verified'
      throw new ProviderError(`The ID token of ${name} is refused: ${reason}`, { cause })
    })
    const { sub, aud, azp, at_hash: accessTokenHash } = payload
    // An issuer signs other tokens with the same keys, such as logout tokens.
    if (String(protectedHeader.typ ?? 'JWT').toUpperCase() !== 'JWT')
      throw new ProviderError('The token is not an ID token')
    if (sub === undefined || sub === '' || sub.length > 255)
      throw new ProviderError('The ID token has no valid subject')
    // A token for several clients names the one that requested it.
    const isShared = Array.isArray(aud) && aud.length > 1
    if ((azp ?? (isShared ? '' : clientId)) !== clientId)
      throw new ProviderError('The ID token was issued to another client')
    if (accessToken !== '' && accessTokenHash !== undefined) {
      if (accessTokenHash !== halfHash(accessToken, protectedHeader.alg))
        throw new ProviderError('The access token does not belong to the ID token')
    }
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

    async assertReturn(returned) {
      const metadata = await issuer()
      const iss = returned.get('iss')
      // Another issuer's code must not reach this one (RFC 9207).
      if (iss === null ? metadata.authorization_response_iss_parameter_supported : iss !== metadata.issuer) {
        throw new ProviderError('The response comes from another issuer')
      }
    },

    async identify(returned, trip) {
      const metadata = await issuer()
      const token = await fetchJson(
        metadata.token_endpoint,
        tokenRequest(metadata, settings, returned.get('code') ?? '', trip),
        tokenResponse,
      )
      const claims = await verify(token.id_token, token.access_token, metadata)
      if (claims.nonce !== trip.nonce) throw new ProviderError('The ID token belongs to another sign-in')
      const isComplete = claims.email !== undefined
      const profile = isComplete ? claims : await userInfo(metadata, token.access_token, claims.sub)
      return {
        identity: toIdentity(metadata.issuer, { ...profile, ...claims }, profile),
        tokens: { access: token.access_token, refresh: token.refresh_token },
      }
    },

    async verifyIdToken(token, { nonce, accessToken }) {
      const metadata = await issuer()
      const claims = await verify(token, accessToken, metadata)
      // The app sends the hash to the issuer and the nonce to us, so that a stolen ID token alone is useless.
      const hashed = nonce === '' ? undefined : createHash('sha256').update(nonce).digest('hex')
      if ((claims.nonce === undefined) !== (hashed === undefined)) {
        throw new ProviderError('Passed nonce and nonce in id_token should either both exist or not.')
      }
      if (hashed !== undefined && claims.nonce !== hashed) throw new ProviderError('Nonces mismatch')
      return toIdentity(metadata.issuer, claims, claims)
    },
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

/** @param contact the address and whether it is verified, which must come from one source */
function toIdentity(issuer: string, claims: JWTPayload & { sub: string }, contact: Record<string, unknown>) {
  return identityOf({
    issuer,
    subject: claims.sub,
    email: contact.email,
    // Some issuers write booleans as strings.
    emailVerified: contact.email_verified === true || contact.email_verified === 'true',
    name: claims.name,
    userName: claims.preferred_username,
    picture: claims.picture,
  })
}

/** The left half of the token's hash, whose algorithm is that of the signature (OpenID Connect Core, 3.1.3.6). */
function halfHash(token: string, signature: string): string {
  const bits = signature.startsWith('Ed') ? '512' : signature.slice(2)
  const digest = createHash(`sha${bits}`).update(token).digest()
  return digest.subarray(0, digest.length / 2).toString('base64url')
}

async function discover({ issuer, name }: OpenIdSettings): Promise<Issuer> {
  const found = await fetchJson(`${issuer}/.well-known/openid-configuration`, {}, discoveryDocument)
  if (found.issuer.replace(/\/$/, '') !== issuer)
    throw new ProviderError(`The issuer ${issuer} identifies itself as ${found.issuer}`)
  const endpoints = [found.authorization_endpoint, found.token_endpoint, found.jwks_uri, found.userinfo_endpoint]
  const isInsecure = (endpoint?: string) => endpoint !== undefined && new URL(endpoint).protocol !== 'https:'
  if (issuer.startsWith('https:') && endpoints.some(isInsecure)) {
    throw new ProviderError(`${name} has endpoints without https`)
  }
  return { ...found, keys: createRemoteJWKSet(new URL(found.jwks_uri), { [customFetch]: fetchLimited }) }
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
