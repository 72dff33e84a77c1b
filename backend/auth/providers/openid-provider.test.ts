/** The checks of an OpenID Connect sign-in, against a real issuer whose responses are changed. */
import { createHash } from 'node:crypto'
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestBrowser, type OpenIdServer, startOpenIdServer, testClient } from '../testing-providers.ts'
import { newBrowserSecret, secretsOf } from './external-flows.ts'
import { createOpenIdProvider } from './openid-provider.ts'
import { type ExternalProvider, ProviderError } from './provider.ts'

const redirectUri = 'https://shop.example/auth/v1/callback'
const ada = { sub: 'ada', email: 'ada@example.com', email_verified: true }
const paths = ['/token', '/jwks', '/me', '/.well-known/openid-configuration']

let openId: OpenIdServer
let provider: ExternalProvider

beforeAll(async () => {
  openId = await startOpenIdServer()
  openId.setCallbackUrl(redirectUri)
})
beforeEach(() => {
  openId.setUser(ada)
  provider = newProvider()
})
afterEach(() => {
  vi.useRealTimers()
  for (const path of paths) openId.changeResponse(path, null)
})
afterAll(() => openId.close())

const newProvider = (now = () => new Date()) =>
  createOpenIdProvider(
    {
      name: 'keycloak',
      protocol: 'openid',
      clientId: testClient.id,
      clientSecret: testClient.secret,
      issuer: openId.issuer,
      issuerAliases: [],
    },
    now,
  )

/** Signs in at the issuer. @returns the parameters of the callback, and what identifies the browser */
async function signIn() {
  const trip = { ...secretsOf(newBrowserSecret()), redirectUri }
  const url = await provider.authorizationUrl({ ...trip, scopes: [], hints: {} })
  const returned = await createTestBrowser(fetch).open(url, ({ href }) => href.startsWith(redirectUri))
  return { trip, returned: returned.searchParams, url: new URL(url) }
}

/** Signs in with an ID token whose claims are changed, signed by the issuer. @returns the identity, or the refusal */
async function signInWith(change: (claims: JWTPayload) => JWTPayload | Promise<string>) {
  openId.changeResponse('/token', async (body) => {
    const changed = await change(decodeJwt(String(body.id_token)))
    return { ...body, id_token: typeof changed === 'string' ? changed : await openId.idToken(changed) }
  })
  return outcome()
}

async function outcome() {
  const { trip, returned } = await signIn()
  return provider.identify(returned, trip).then(({ identity }) => identity, refusal)
}

function refusal(error: unknown): string {
  if (error instanceof ProviderError) return error.message
  throw error
}

const presented = (token: string, accessToken = '') =>
  provider.verifyIdToken?.(token, { nonce: '', accessToken }).catch(refusal)

const accepted = { subject: 'ada', email: 'ada@example.com', emailVerified: true }
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const claims = () => ({ ...ada, iss: openId.issuer, aud: testClient.id, iat: inSeconds(0), exp: inSeconds(3600) })

describe('the response of an issuer', () => {
  test('is accepted as it is, and its access token is the one of the ID token', async () => {
    expect(await outcome()).toMatchObject(accepted)
    expect(await signInWith((genuine) => genuine)).toMatchObject(accepted)
  })

  test('is refused with an ID token of another sign-in, and with one that names no sign-in', async () => {
    const wrong = 'The ID token belongs to another sign-in'
    expect(await signInWith((genuine) => ({ ...genuine, nonce: 'of another sign-in' }))).toBe(wrong)
    expect(await signInWith(({ nonce: _, ...genuine }) => genuine)).toBe(wrong)
  })

  test('is refused without a signature, with a shared secret’s, and with an unknown key’s', async () => {
    const secret = new TextEncoder().encode(testClient.secret.padEnd(64))
    const { privateKey } = await generateKeyPair('RS256')
    const refused = /^The ID token of keycloak is refused: ERR_/
    expect(await signInWith(async (genuine) => new UnsecuredJWT(genuine).encode())).toMatch(refused)
    const hs256 = (genuine: JWTPayload) => new SignJWT(genuine).setProtectedHeader({ alg: 'HS256' }).sign(secret)
    expect(await signInWith(hs256)).toMatch(refused)
    expect(await signInWith((genuine) => openId.idToken(genuine, privateKey))).toMatch(refused)
  })

  test('is refused for an audience that we are not, or that we share without being the authorized party', async () => {
    const shared = [testClient.id, 'another']
    expect(await signInWith((genuine) => ({ ...genuine, aud: 'another' }))).toMatch(/ERR_JWT_CLAIM/)
    expect(await signInWith((genuine) => ({ ...genuine, aud: ['another'] }))).toMatch(/ERR_JWT_CLAIM/)
    expect(await signInWith((genuine) => ({ ...genuine, aud: [testClient.id] }))).toMatchObject(accepted)
    expect(await signInWith((genuine) => ({ ...genuine, aud: shared, azp: testClient.id }))).toMatchObject(accepted)
    const forAnother = 'The ID token was issued to another client'
    expect(await signInWith((genuine) => ({ ...genuine, aud: shared }))).toBe(forAnother)
    expect(await signInWith((genuine) => ({ ...genuine, aud: shared, azp: 'another' }))).toBe(forAnother)
    expect(await signInWith((genuine) => ({ ...genuine, azp: 'another' }))).toBe(forAnother)
  })

  test('is refused with an access token that is not the one of the ID token', async () => {
    const foreign = 'The access token does not belong to the ID token'
    expect(await signInWith((genuine) => ({ ...genuine, at_hash: 'x'.repeat(22) }))).toBe(foreign)
    expect(await signInWith(({ at_hash: _, ...genuine }) => genuine)).toMatchObject(accepted)
  })

  test('is refused with a token that is not an ID token', async () => {
    const logout = (genuine: JWTPayload) => openId.idToken(genuine, undefined, { typ: 'logout+jwt' })
    expect(await signInWith(logout)).toBe('The token is not an ID token')
    const idToken = (genuine: JWTPayload) => openId.idToken(genuine, undefined, { typ: 'jwt' })
    expect(await signInWith(idToken)).toMatchObject(accepted)
    openId.changeResponse('/token', (body) => ({ ...body, token_type: 'DPoP' }))
    expect(await outcome()).toMatch(/unexpected response/)
  })

  test('may be up to 30 seconds before or after our clock', async () => {
    const at = (iat: number, exp: number) =>
      signInWith((genuine) => ({ ...genuine, iat: inSeconds(iat), exp: inSeconds(exp) }))
    expect(await at(-3600, -20)).toMatchObject(accepted)
    expect(await at(-3600, -40)).toMatch(/ERR_JWT_EXPIRED/)
    expect(await at(20, 3600)).toMatchObject(accepted)
    expect(await at(40, 3600)).toMatch(/ERR_JWT_CLAIM/)
    const nbf = (seconds: number) => signInWith((genuine) => ({ ...genuine, nbf: inSeconds(seconds) }))
    expect(await nbf(20)).toMatchObject(accepted)
    expect(await nbf(40)).toMatch(/ERR_JWT_CLAIM/)
    expect(await at(-82_700, 3600)).toMatchObject(accepted)
    expect(await at(-82_900, 3600)).toMatch(/ERR_JWT_EXPIRED/)
  })

  test('is refused when its code was requested with another verifier', async () => {
    const { trip, returned, url } = await signIn()
    const { searchParams } = url
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    expect(searchParams.get('code_challenge')).toBe(createHash('sha256').update(trip.verifier).digest('base64url'))
    const other = { ...trip, verifier: secretsOf(newBrowserSecret()).verifier }
    expect(await provider.identify(returned, other).catch(refusal)).toMatch(/400: invalid_grant$/)
  })

  test('is refused from another issuer, and without the issuer that it always names', async () => {
    const returnWith = async (change: (parameters: URLSearchParams) => void) => {
      const { returned } = await signIn()
      change(returned)
      return provider.assertReturn(returned).catch(refusal)
    }
    const another = 'The response comes from another issuer'
    expect(await returnWith(() => {})).toBeUndefined()
    expect(await returnWith((parameters) => parameters.set('iss', 'https://evil.example'))).toBe(another)
    expect(await returnWith((parameters) => parameters.delete('iss'))).toBe(another)
  })

  test('is verified with the newest keys: a new one is fetched, and a withdrawn one no longer accepted', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    expect(await signInWith((genuine) => genuine)).toMatchObject(accepted)
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const jwk = { ...(await exportJWK(publicKey)), kid: 'next', alg: 'ES256', use: 'sig' }
    openId.changeResponse('/jwks', () => ({ keys: [jwk] }))
    const sign = (genuine: JWTPayload) => openId.idToken(genuine, privateKey, { alg: 'ES256', kid: 'next' })
    // Unknown keys are not looked up more often than every 30 seconds.
    expect(await signInWith(sign)).toMatch(/ERR_JWKS_NO_MATCHING_KEY/)
    vi.setSystemTime(Date.now() + 31_000)
    expect(await signInWith(sign)).toMatchObject(accepted)
    expect(await signInWith((genuine) => genuine)).toMatch(/ERR_JWKS_NO_MATCHING_KEY/)
    // A key is cached for ten minutes.
    openId.changeResponse('/jwks', null)
    vi.setSystemTime(Date.now() + 601_000)
    expect(await signInWith(sign)).toMatch(/ERR_JWKS_NO_MATCHING_KEY/)
  })

  test('is limited in size, in its keys too', async () => {
    const padding = 'x'.repeat(256 * 1024)
    openId.changeResponse('/jwks', (body) => ({ ...body, padding }))
    expect(await signInWith((genuine) => genuine)).toMatch(/too large$/)
    openId.changeResponse('/token', (body) => ({ ...body, padding }))
    expect(await outcome()).toMatch(/too large$/)
  })

  test('names an address as verified only if the issuer says so, and where it names the address', async () => {
    const verified = async (email_verified: unknown) => {
      const found = await signInWith((genuine) => ({ ...genuine, email: 'eve@example.com', email_verified }))
      return typeof found === 'object' && found.emailVerified
    }
    expect(await verified(true)).toBe(true)
    expect(await verified('true')).toBe(true)
    for (const claim of [false, 'false', 'TRUE', 1, null, undefined]) expect(await verified(claim)).toBe(false)
    // The ID token has no address, and the user info has one that is not verified.
    openId.setUser({ ...ada, email_verified: false })
    const mixed = await signInWith((genuine) => ({ ...genuine, email_verified: true }))
    expect(mixed).toMatchObject({ email: 'ada@example.com', emailVerified: false })
  })

  test('is refused when the user info is of another person', async () => {
    openId.changeResponse('/me', (body) => ({ ...body, sub: 'eve' }))
    expect(await outcome()).toBe('The user info names another subject than the ID token')
  })

  test('is refused when the discovery document names another issuer', async () => {
    const issuer = 'https://evil.example'
    openId.changeResponse('/.well-known/openid-configuration', (body) => ({ ...body, issuer }))
    await expect(signIn()).rejects.toThrow(`identifies itself as ${issuer}`)
  })
})

describe('an ID token that an app presents', () => {
  test('is checked like that of a sign-in', async () => {
    expect(await presented(await openId.idToken(claims()))).toMatchObject(accepted)
    const shared = { ...claims(), aud: [testClient.id, 'another'] }
    expect(await presented(await openId.idToken(shared))).toBe('The ID token was issued to another client')
    const logout = await openId.idToken(claims(), undefined, { typ: 'logout+jwt' })
    expect(await presented(logout)).toBe('The token is not an ID token')
  })

  test('belongs to its access token by the hash of its algorithm', async () => {
    const half = (algorithm: string, token: string) => {
      const digest = createHash(algorithm).update(token).digest()
      return digest.subarray(0, digest.length / 2).toString('base64url')
    }
    const keys = { RS512: 'sha512', ES384: 'sha384', EdDSA: 'sha512', PS256: 'sha256' } as const
    for (const [alg, hash] of Object.entries(keys)) {
      provider = newProvider()
      const { publicKey, privateKey } = await generateKeyPair(alg)
      openId.changeResponse('/jwks', async () => ({ keys: [{ ...(await exportJWK(publicKey)), kid: 'x', alg }] }))
      const token = await openId.idToken({ ...claims(), at_hash: half(hash, 'ours') }, privateKey, { alg, kid: 'x' })
      expect(await presented(token, 'ours'), alg).toMatchObject(accepted)
      expect(await presented(token, 'theirs'), alg).toBe('The access token does not belong to the ID token')
    }
  })
})
