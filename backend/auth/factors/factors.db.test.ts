/** Second factors: enrolment, challenges, verification and removal, with the official client and with hostile requests. */
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testsAll } from '../../fuzzing.ts'
import { type AuthTestContext, openAuthTestContext, type Tokens } from '../testing.ts'

let context: AuthTestContext
beforeAll(async () => {
  context = await openAuthTestContext()
})
beforeEach(async () => {
  await context.reset()
  await context.confirmedAccount()
})
afterAll(() => context.close())

const stepSeconds = 30
const codeOf = (secret: string, shiftSeconds = 0) =>
  new TOTP({ secret }).generate({ timestamp: context.now().getTime() + shiftSeconds * 1000 })

const call = (method: string, path: string, { access }: Tokens, body?: unknown, address?: string) =>
  context.call(method, path, {
    token: access,
    ...(body !== undefined && { body }),
    ...(address !== undefined && { address }),
  })
const enrol = (session: Tokens, friendlyName = '') =>
  call('POST', '/factors', session, { factor_type: 'totp', friendly_name: friendlyName })
const challenge = async (session: Tokens, factor: string, address?: string) =>
  String((await call('POST', `/factors/${factor}/challenge`, session, {}, address)).body.id)
const verify = (session: Tokens, factor: string, challengeId: string, code: string, address?: string) =>
  call('POST', `/factors/${factor}/verify`, session, { challenge_id: challengeId, code }, address)

interface Enrolled {
  readonly id: string
  readonly secret: string
  /** The session, raised to aal2. */
  readonly session: Tokens
}

/** Adds a verified factor. The clock moves on, so that the next code is a new one. */
async function withFactor(friendlyName = 'phone', before?: Tokens): Promise<Enrolled> {
  const session = before ?? (await context.signIn())
  const { body } = await enrol(session, friendlyName)
  const verified = await verify(session, body.id, await challenge(session, body.id), codeOf(body.totp.secret))
  expect(verified.status).toBe(200)
  context.advance(stepSeconds)
  const { access_token: access, refresh_token: refresh } = verified.body
  return { id: body.id, secret: body.totp.secret, session: { access, refresh } }
}

/** Whether the session may change how its member signs in. The identity does not exist. */
const mayChangeIdentities = async (session: Tokens) => {
  const path = '/user/identities/00000000-0000-4000-8000-000000000000'
  return (await call('DELETE', path, session)).body.error_code === 'identity_not_found'
}
const claimsOf = ({ access }: Tokens) => context.tokens.verify(access)
const errorOf = ({ status, body }: { status: number; body: { error_code?: string; msg?: string } }) => [
  status,
  body.error_code,
  body.msg,
]

test('A member proves with a new code who they are, without another sign-in', async () => {
  await context.reset((settings) => ({ ...settings, manualLinkingEnabled: true }))
  await context.confirmedAccount()
  const { id, secret, session } = await withFactor()
  expect(await mayChangeIdentities(session)).toBe(true)
  context.advance(601)
  expect(await mayChangeIdentities(session)).toBe(false)
  expect((await enrol(session, 'tablet')).body.error_code).toBe('reauthentication_needed')
  const refreshed = (await context.refresh(session.refresh)).body.access_token
  expect(await mayChangeIdentities({ ...session, access: refreshed })).toBe(false)
  const { body } = await verify(session, id, await challenge(session, id), codeOf(secret))
  expect(await mayChangeIdentities({ access: body.access_token, refresh: body.refresh_token })).toBe(true)
})

describe('the official client', () => {
  test('enrols, verifies, lists and removes a second factor', async () => {
    const { auth } = context.client()
    await auth.signInWithPassword({ email: 'ada@example.com', password: 'correct horse' })
    const enrolled = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone', issuer: 'Tuckbox' })
    expect(enrolled).toMatchObject({
      error: null,
      data: {
        type: 'totp',
        friendly_name: 'phone',
        totp: {
          qr_code: expect.stringMatching(/^data:image\/svg\+xml;utf-8,<svg /),
          uri: expect.stringContaining('otpauth://totp/Tuckbox:ada%40example.com?'),
        },
      },
    })
    const { id: factorId = '', totp } = enrolled.data ?? {}
    const secret = totp?.secret ?? ''
    expect((await auth.mfa.listFactors()).data).toMatchObject({
      all: [{ id: factorId, status: 'unverified' }],
      totp: [],
    })

    const { data: challenged } = await auth.mfa.challenge({ factorId })
    expect(challenged).toMatchObject({ type: 'totp', expires_at: Math.floor(context.now().getTime() / 1000) + 300 })
    const { error } = await auth.mfa.verify({ factorId, challengeId: challenged?.id ?? '', code: codeOf(secret) })
    expect(error).toBeNull()
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
    })
    expect((await auth.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId, status: 'verified' }])

    const next = context.client().auth
    await next.signInWithPassword({ email: 'ada@example.com', password: 'correct horse' })
    const levels = async () => (await next.mfa.getAuthenticatorAssuranceLevel()).data
    expect(await levels()).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    context.advance(stepSeconds)
    expect((await next.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull()
    expect(await levels()).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })

    expect(await next.mfa.unenroll({ factorId })).toMatchObject({ data: { id: factorId }, error: null })
    await next.refreshSession()
    expect(await levels()).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
    expect((await next.getUser()).data.user?.factors).toBeUndefined()
    expect(context.loggedErrors).toEqual([])
  })

  test('lists and removes the factors of an account with the service key', async () => {
    const { id, session } = await withFactor()
    const { admin } = context.client(context.serviceKey).auth
    const [{ id: userId = '' } = {}] = (await admin.listUsers()).data.users
    const listed = await admin.mfa.listFactors({ userId })
    expect(listed.data?.factors).toMatchObject([
      { id, friendly_name: 'phone', factor_type: 'totp', status: 'verified' },
    ])
    expect(JSON.stringify(listed.data)).not.toContain('secret')

    const path = `/admin/users/${userId}/factors/${id}`
    const asAdmin = { token: context.serviceKey, body: { friendly_name: 'work phone' } }
    expect((await context.call('PUT', path, asAdmin)).body).toMatchObject({ id, friendly_name: 'work phone' })
    expect((await admin.mfa.deleteFactor({ userId, id })).error).toBeNull()
    expect((await admin.mfa.listFactors({ userId })).data?.factors).toEqual([])
    const refreshed = await context.refresh(session.refresh)
    expect(await context.tokens.verify(refreshed.body.access_token)).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'password' }],
    })
    expect(errorOf(await context.call('DELETE', path, { token: context.serviceKey }))).toEqual([
      404,
      'mfa_factor_not_found',
      'Factor not found',
    ])
    expect((await context.call('GET', `/admin/users/${userId}/factors`, { token: session.access })).status).toBe(403)
  })
})

describe('enrolment', () => {
  test('needs a signed-in member, a known type and enrolment to be enabled', async () => {
    const session = await context.signIn()
    expect((await context.call('POST', '/factors', { body: { factor_type: 'totp' } })).status).toBe(401)
    expect(errorOf(await call('POST', '/factors', session, { factor_type: 'pigeon' }))).toEqual([
      400,
      'validation_failed',
      'factor_type needs to be totp, phone, or webauthn',
    ])
    expect(errorOf(await call('POST', '/factors', session, { factor_type: 'phone' }))).toEqual([
      422,
      'mfa_phone_enroll_not_enabled',
      'MFA enroll is disabled for Phone',
    ])
    await context.reset((settings) => ({
      ...settings,
      mfa: { ...settings.mfa, totp: { enrollEnabled: false, verifyEnabled: false } },
    }))
    await context.confirmedAccount()
    expect(errorOf(await enrol(await context.signIn()))).toEqual([
      422,
      'mfa_totp_enroll_not_enabled',
      'MFA enroll is disabled for TOTP',
    ])
  })

  test('is refused to an anonymous account', async () => {
    await context.reset((settings) => ({ ...settings, anonymousSignInsEnabled: true }))
    const { body } = await context.call('POST', '/signup', { body: {} })
    expect(errorOf(await enrol({ access: body.access_token, refresh: '' }))).toEqual([
      403,
      'no_authorization',
      'Anonymous user not allowed to perform these actions',
    ])
  })

  test('refuses a name that the account uses, and more factors than the instance allows', async () => {
    const session = await context.signIn()
    expect((await enrol(session, 'phone')).status).toBe(200)
    expect(errorOf(await enrol(session, 'phone'))).toEqual([
      422,
      'mfa_factor_name_conflict',
      'A factor with the friendly name "phone" for this user already exists',
    ])
    const more = await Promise.all(Array.from({ length: 15 }, (_, index) => enrol(session, `phone ${index}`)))
    expect(more.filter(({ status }) => status === 200)).toHaveLength(9)
    expect(errorOf(await enrol(session, 'last'))).toEqual([
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    ])
  })

  test('forgets an unverified factor after five minutes, and one that another replaced', async () => {
    const session = await context.signIn()
    await enrol(session, 'phone')
    context.advance(301)
    expect((await enrol(session, 'phone')).status).toBe(200)
    await enrol(session, 'tablet')
    await withFactor('watch', session)
    const names = await context.query('select friendly_name from auth.mfa_factors')
    expect(names).toEqual([{ friendly_name: 'watch' }])
  })

  test('of a further factor needs a session of aal2', async () => {
    const { session } = await withFactor()
    expect(errorOf(await enrol(await context.signIn(), 'thief'))).toEqual([
      403,
      'insufficient_aal',
      'AAL2 required to enroll a new factor',
    ])
    expect((await enrol(session, 'tablet')).status).toBe(200)
  })
})

describe('verification', () => {
  test('raises the session to aal2, which a refresh keeps, and ends the account’s other sessions of aal1', async () => {
    const other = await context.signIn()
    const before = await context.signIn()
    const { session } = await withFactor('phone', before)
    expect(await claimsOf(session)).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] })
    const refreshed = await context.refresh(session.refresh)
    expect(await context.tokens.verify(refreshed.body.access_token)).toMatchObject({
      aal: 'aal2',
      session_id: (await claimsOf(before)).session_id,
      amr: [{ method: 'totp' }, { method: 'password' }],
    })
    expect((await context.refresh(other.refresh)).body.error_code).toBe('refresh_token_not_found')
  })

  test('does not raise a copy of the refresh token of aal1', async () => {
    const stolen = await context.signIn()
    const { session } = await withFactor('phone', stolen)
    expect((await context.refresh(stolen.refresh)).body.error_code).toBe('refresh_token_not_found')
    expect((await context.refresh(session.refresh)).status).toBe(200)
  })

  test('accepts a code once, in parallel and from another session, too', async () => {
    const { id, secret } = await withFactor()
    const sessions = await Promise.all([context.signIn(), context.signIn(), context.signIn()])
    const attempts = await Promise.all(
      sessions.map(async (session) => verify(session, id, await challenge(session, id), codeOf(secret))),
    )
    expect(attempts.filter(({ status }) => status === 200)).toHaveLength(1)
    const late = await context.signIn()
    const lateChallenge = await challenge(late, id)
    expect(errorOf(await verify(late, id, lateChallenge, codeOf(secret)))).toEqual([
      422,
      'mfa_verification_failed',
      'Invalid TOTP code entered',
    ])
    // Nor does the code before it, although the window still includes that.
    expect((await verify(late, id, lateChallenge, codeOf(secret, -stepSeconds))).status).toBe(422)
    expect((await verify(late, id, lateChallenge, codeOf(secret, stepSeconds))).status).toBe(200)
  })

  test('refuses a challenge that is unknown, used, expired, or of another factor or network address', async () => {
    const { id, secret } = await withFactor()
    const session = await context.signIn()
    const unknown = errorOf(await verify(session, id, crypto.randomUUID(), codeOf(secret)))
    expect(unknown).toEqual([422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'])
    expect((await verify(session, id, 'no uuid', codeOf(secret))).body.error_code).toBe('mfa_factor_not_found')
    const elsewhere = await challenge(session, id, '203.0.113.7')
    expect(errorOf(await verify(session, id, elsewhere, codeOf(secret)))).toEqual([
      422,
      'mfa_ip_address_mismatch',
      'Challenge and verify IP addresses mismatch.',
    ])
    const old = await challenge(session, id)
    context.advance(301)
    expect(errorOf(await verify(session, id, old, codeOf(secret)))).toEqual([
      422,
      'mfa_challenge_expired',
      `MFA challenge ${old} has expired, verify against another challenge or create a new challenge.`,
    ])
    expect((await verify(session, id, old, codeOf(secret))).body.error_code).toBe('mfa_factor_not_found')
    const used = await challenge(session, id)
    const { body } = await verify(session, id, used, codeOf(secret))
    context.advance(stepSeconds)
    const raised = { access: body.access_token, refresh: body.refresh_token }
    expect((await verify(raised, id, used, codeOf(secret))).body.error_code).toBe('mfa_ip_address_mismatch')
  })

  test('and removal refuse a factor of another account', async () => {
    const { id, secret, session } = await withFactor()
    const challengeId = await challenge(session, id)
    await context.confirmedAccount('eve@example.com')
    const eve = await context.signIn({ email: 'eve@example.com' })
    const attempts = [
      await call('POST', `/factors/${id}/challenge`, eve, {}),
      await verify(eve, id, challengeId, codeOf(secret)),
      await call('DELETE', `/factors/${id}`, eve),
    ]
    for (const attempt of attempts) expect(errorOf(attempt)).toEqual([404, 'mfa_factor_not_found', 'Factor not found'])
    expect(errorOf(await call('DELETE', '/factors/1', eve))).toEqual([
      404,
      'validation_failed',
      'factor_id must be an UUID',
    ])
  })

  test('needs a code, and verification to be enabled', async () => {
    const { id, session } = await withFactor()
    const challengeId = await challenge(session, id)
    expect(errorOf(await verify(session, id, challengeId, ''))).toEqual([
      400,
      'validation_failed',
      'Code needs to be non-empty',
    ])
    await context.reset((settings) => ({
      ...settings,
      mfa: { ...settings.mfa, totp: { enrollEnabled: true, verifyEnabled: false } },
    }))
    await context.confirmedAccount()
    const next = await context.signIn()
    const { body } = await enrol(next)
    const disabled = [422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP']
    expect(errorOf(await call('POST', `/factors/${body.id}/challenge`, next, {}))).toEqual(disabled)
    expect(errorOf(await verify(next, body.id, challengeId, codeOf(body.totp.secret)))).toEqual(disabled)
  })

  test('of many codes from many networks never finds the code, and even the right one is refused', async () => {
    // Ten thousand codes in all, or enough to reach the limit of a day again in its last hours.
    const attempts = testsAll ? 100 : 8
    const { id, secret, session: owner } = await withFactor()
    const thief = await context.signIn()
    const wrong = (code: number) => String(code).padStart(6, '0')
    const addressOf = (network: number) => `198.51.${100 + (network >> 8)}.${network & 255}`
    const outcomes = new Map<string, number>()
    for (let network = 0; network < 100; network += 1) {
      // Half an hour apart, so that the requests are not refused for being too many, and within two days.
      context.advance(1_800)
      const challengeId = await challenge(thief, id, addressOf(network))
      const right = new Set([-1, 0, 1].map((step) => codeOf(secret, step * stepSeconds)))
      for (let guess = 0; guess < attempts; guess += 1) {
        const code = wrong((network * 100 + guess) * 97)
        // All codes are wrong: what counts is how many of them were looked at.
        if (right.has(code)) continue
        const { status, body } = await verify(thief, id, challengeId, code, addressOf(network))
        const outcome = `${status} ${body.error_code}`
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
    }
    expect([...outcomes.keys()].sort()).toEqual(['422 mfa_verification_failed', '429 over_request_rate_limit'])
    expect(outcomes.get('422 mfa_verification_failed')).toBeLessThanOrEqual(60)

    const refused = await verify(thief, id, await challenge(thief, id, addressOf(7)), codeOf(secret), addressOf(7))
    expect(refused.status).toBe(429)
    // The owner signed in with the factor from this network before.
    expect((await context.refresh(owner.refresh)).status).toBe(200)
    const again = await context.signIn()
    expect((await verify(again, id, await challenge(again, id), codeOf(secret))).status).toBe(200)
  })
})

describe('removal', () => {
  test('of a verified factor needs aal2, and lowers the sessions that it had raised', async () => {
    const { id, session } = await withFactor()
    const thief = await context.signIn()
    expect(errorOf(await call('DELETE', `/factors/${id}`, thief))).toEqual([
      422,
      'insufficient_aal',
      'AAL2 required to unenroll verified factor',
    ])
    expect((await call('DELETE', `/factors/${id}`, session)).body).toEqual({ id })
    const { body } = await context.refresh(session.refresh)
    expect(await context.tokens.verify(body.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  })

  test('of an unverified factor needs no more than the session', async () => {
    const session = await context.signIn()
    const { body } = await enrol(session)
    expect((await call('DELETE', `/factors/${body.id}`, session)).status).toBe(200)
  })
})

describe('an account with a second factor', () => {
  test('keeps its email address and password from a session of aal1', async () => {
    const { session } = await withFactor()
    const thief = await context.signIn()
    const message = 'AAL2 session is required to update email or password when MFA is enabled.'
    for (const change of [{ password: 'another horse' }, { email: 'eve@example.com' }]) {
      expect(errorOf(await call('PUT', '/user', thief, change))).toEqual([401, 'insufficient_aal', message])
    }
    expect((await call('PUT', '/user', session, { password: 'another horse' })).status).toBe(200)
  })

  test('keeps its metadata and its other sessions from a session of aal1', async () => {
    const { session } = await withFactor()
    const thief = await context.signIn()
    expect(errorOf(await call('PUT', '/user', thief, { data: { name: 'Eve' } })).slice(0, 2)).toEqual([
      401,
      'insufficient_aal',
    ])
    expect(errorOf(await call('POST', '/logout?scope=others', thief)).slice(0, 2)).toEqual([401, 'insufficient_aal'])
    expect((await call('GET', '/user', thief)).status).toBe(200)
    expect((await call('POST', '/logout?scope=global', thief)).status).toBe(204)
    expect((await call('GET', '/user', thief)).status).toBe(403)
    expect((await call('PUT', '/user', session, { data: { name: 'Ada' } })).status).toBe(200)
  })

  test('keeps its identities from a session of aal1', async () => {
    await context.reset((settings) => ({ ...settings, manualLinkingEnabled: true }))
    await context.confirmedAccount()
    await withFactor()
    const thief = await context.signIn()
    const { body } = await call('GET', '/user', thief)
    const { status, body: refusal } = await call('DELETE', `/user/identities/${body.identities[0].identity_id}`, thief)
    expect([status, refusal.error_code]).toEqual([401, 'insufficient_aal'])
  })

  test('tells its owner by email when a factor is added or removed', async () => {
    await context.reset((settings) => ({
      ...settings,
      email: { ...settings.email, notifications: ['mfa_factor_enrolled', 'mfa_factor_unenrolled'] },
    }))
    await context.confirmedAccount()
    const { id, session } = await withFactor()
    expect((await context.email('ada@example.com')).subject).toBe('A second factor was added')
    await call('DELETE', `/factors/${id}`, session)
    expect((await context.email('ada@example.com')).subject).toBe('A second factor was removed')
    expect(await context.emails('ada@example.com')).toHaveLength(2)
  })

  test('loses its factors and challenges when it is deleted, or soft-deleted', async () => {
    for (const isSoft of [true, false]) {
      await context.reset()
      const { id } = await context.confirmedAccount()
      await withFactor()
      const options = { token: context.serviceKey, body: { should_soft_delete: isSoft } }
      expect((await context.call('DELETE', `/admin/users/${id}`, options)).status).toBe(200)
      const left = await context.query('select id from auth.mfa_factors union all select id from auth.mfa_challenges')
      expect(left).toEqual([])
    }
  })
})
