import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AuthTestContext, expectSameTime, openAuthTestContext, type Tokens } from '../testing.ts'

let context: AuthTestContext
let signedIn: Tokens
beforeAll(async () => {
  context = await openAuthTestContext()
})
beforeEach(async () => {
  await context.reset()
  await context.confirmedAccount()
  signedIn = await context.signIn()
})
afterAll(() => context.close())

const getUser = (token = signedIn.access) => context.call('GET', '/user', { token })
const putUser = (body: unknown, token = signedIn.access) => context.call('PUT', '/user', { token, body })
const codeIn = ({ text }: { text: string }) => /code: (\d+)/.exec(text)?.[1] ?? ''

test('a reauthentication while the account is deleted is refused, without a server error', async () => {
  const { database } = context
  const { transaction } = database
  vi.spyOn(database, 'transaction').mockImplementationOnce(async (...args) => {
    await context.query('delete from auth.users')
    return transaction.apply(database, args) as never
  })
  const { status } = await context.call('GET', '/reauthenticate', { token: signedIn.access })
  expect(status).toBe(400)
  expect(context.loggedErrors).toEqual([])
})

describe('GET /user', () => {
  test('returns the account of the token', async () => {
    expect(await getUser()).toMatchObject({ status: 200, body: { email: 'ada@example.com', role: 'authenticated' } })
  })

  test('refuses requests without a token, and with a forged, expired or foreign one', async () => {
    expect(await context.call('GET', '/user')).toMatchObject({ status: 401, body: { error_code: 'no_authorization' } })
    const [head, , signature] = signedIn.access.split('.')
    const claims = { sub: '00000000-0000-4000-8000-000000000000', role: 'authenticated' }
    const forged = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    const unsigned = `${none}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`
    const expired = await context.tokens.sign({ ...(await context.tokens.verify(signedIn.access)), exp: 1000 })
    for (const token of [forged, unsigned, expired, 'x', 'a.b.c', `${signedIn.access}x`]) {
      expect(await getUser(token)).toMatchObject({ status: 403, body: { code: 403, error_code: 'bad_jwt' } })
    }
    expect((await getUser(expired)).body.msg).toContain('token is expired')
    expect(await getUser(context.anonKey)).toMatchObject({
      status: 403,
      body: { error_code: 'bad_jwt', msg: 'invalid claim: missing sub claim' },
    })
    const own = await context.tokens.verify(signedIn.access)
    const odd = [{ sub: 'x' }, { sub: '' }, {}, { ...own, aud: 'another service' }, { ...own, aud: undefined }]
    for (const claims of odd) {
      expect(await getUser(await context.tokens.sign(claims))).toMatchObject({
        status: 403,
        body: { error_code: 'bad_jwt' },
      })
    }
    const nobody = await context.tokens.sign({ sub: '00000000-0000-4000-8000-000000000000', aud: 'authenticated' })
    expect(await getUser(nobody)).toMatchObject({ status: 403, body: { error_code: 'user_not_found' } })
  })

  test('refuses a token whose session is another account’s or does not exist', async () => {
    await context.confirmedAccount('eve@example.com')
    const eve = await context.tokens.verify((await context.signIn({ email: 'eve@example.com' })).access)
    const ada = await context.tokens.verify(signedIn.access)
    for (const session_id of [eve.session_id, undefined, 'x', '00000000-0000-4000-8000-000000000000']) {
      const mixed = await context.tokens.sign({ ...ada, session_id })
      expect(await getUser(mixed)).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } })
    }
  })
})

describe('PUT /user', () => {
  test('merges metadata, where null removes a member', async () => {
    await putUser({ data: { name: 'Ada', avatar_url: '/a.svg' } })
    const { status, body } = await putUser({ data: { name: 'Countess', avatar_url: null } })
    expect(status).toBe(200)
    expect(body.user_metadata).toMatchObject({ name: 'Countess', email_verified: true })
    expect(body.user_metadata).not.toHaveProperty('avatar_url')
  })

  test('keeps all of several simultaneous changes', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, n) => putUser({ data: { [`key${n}`]: n } })))
    const { body } = await getUser()
    for (let n = 0; n < 8; n += 1) expect(body.user_metadata[`key${n}`]).toBe(n)
  })

  test('never changes app_metadata, the role or the account’s confirmation', async () => {
    expect(await putUser({ app_metadata: { role: 'admin' } })).toMatchObject({
      status: 403,
      body: { error_code: 'not_admin' },
    })
    const { body } = await putUser({
      role: 'service_role',
      email_confirmed_at: null,
      banned_until: null,
      data: { role: 'admin' },
    })
    expect(body.role).toBe('authenticated')
    expect(body.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    const { body: next } = await context.refresh(signedIn.refresh)
    expect(await context.tokens.verify(next.access_token)).toMatchObject({ role: 'authenticated' })
  })

  test('limits the size of the metadata after the change', async () => {
    expect((await putUser({ data: { one: 'x'.repeat(4000) } })).status).toBe(200)
    expect(await putUser({ data: { two: 'x'.repeat(4000) } })).toMatchObject({
      status: 422,
      body: { error_code: 'validation_failed' },
    })
    expect((await putUser({ data: { one: null, two: 'x'.repeat(4000) } })).status).toBe(200)
  })

  test('changes the password, ends the other sessions and voids pending emails', async () => {
    const other = await context.signIn()
    await context.call('POST', '/recover', { body: { email: 'ada@example.com' } })
    const mail = await context.email('ada@example.com')
    expect((await putUser({ password: 'battery staple' })).status).toBe(200)
    expect((await getUser()).status).toBe(200)
    expect((await context.refresh(signedIn.refresh)).status).toBe(200)
    expect(await getUser(other.access)).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } })
    expect((await context.refresh(other.refresh)).status).toBe(400)
    expect((await context.follow(mail.links[0] ?? '')).fragment.get('error_code')).toBe('otp_expired')
    await context.signIn({ password: 'battery staple' })
    expect(
      (
        await context.call('POST', '/token?grant_type=password', {
          body: { email: 'ada@example.com', password: 'correct horse' },
        })
      ).status,
    ).toBe(400)
  })

  test.each([
    ['the same', 'correct horse', 422, 'same_password'],
    ['a short', 'x', 422, 'weak_password'],
    ['an empty', '', 422, 'weak_password'],
    ['a too long', 'x'.repeat(73), 400, 'validation_failed'],
  ])('refuses %s password', async (_, password, status, error_code) => {
    expect(await putUser({ password })).toMatchObject({ status, body: { error_code } })
    await context.signIn()
  })

  test('refuses a common password, and the name or the old or new email address', async () => {
    await context.reset((settings) => ({
      ...settings,
      password: { ...settings.password, common: new Set(['sunshine']) },
    }))
    await context.confirmedAccount()
    const { access } = await context.signIn()
    await putUser({ data: { name: 'Lovelace' } }, access)
    const weak = { status: 422, body: { error_code: 'weak_password', weak_password: { reasons: ['pwned'] } } }
    expect(await putUser({ password: 'Sunshine' }, access)).toMatchObject(weak)
    expect(await putUser({ password: 'lovelace 1815' }, access)).toMatchObject(weak)
    expect(await putUser({ password: 'ada@example.com' }, access)).toMatchObject(weak)
    expect(await putUser({ password: 'countess', email: 'countess@example.com' }, access)).toMatchObject(weak)
    expect(await putUser({ password: 'Babbage', data: { name: 'Babbage' } }, access)).toMatchObject(weak)
  })

  test('checks the current password if one is given', async () => {
    expect(await putUser({ password: 'battery staple', current_password: 'wrong' })).toMatchObject({
      status: 400,
      body: { error_code: 'current_password_invalid' },
    })
    expect((await putUser({ password: 'battery staple', current_password: 'correct horse' })).status).toBe(200)
  })

  test('requires the current password where the instance does', async () => {
    await context.reset((settings) => ({
      ...settings,
      password: { ...settings.password, changeRequiresCurrent: true },
      tokens: { ...settings.tokens, accessTokenSeconds: 172_800 },
    }))
    await context.confirmedAccount()
    const { access } = await context.signIn()
    expect(await putUser({ password: 'battery staple' }, access)).toMatchObject({
      body: { error_code: 'current_password_required' },
    })
    expect((await putUser({ password: 'battery staple', current_password: 'correct horse' }, access)).status).toBe(200)
    await context.call('POST', '/recover', { body: { email: 'ada@example.com' } })
    const { fragment } = await context.follow((await context.email('ada@example.com')).links[0] ?? '')
    const recovering = fragment.get('access_token') ?? ''
    expect((await putUser({ password: 'never to forget' }, recovering)).status).toBe(200)
    context.advance(86_401)
    expect(await putUser({ password: 'long after that' }, recovering)).toMatchObject({
      body: { error_code: 'current_password_required' },
    })
  })

  test('requires an emailed code from an old session where the instance does', async () => {
    await context.reset((settings) => ({
      ...settings,
      password: { ...settings.password, changeRequiresReauthentication: true },
      tokens: { ...settings.tokens, accessTokenSeconds: 172_800 },
    }))
    await context.confirmedAccount()
    const { access } = await context.signIn()
    expect((await putUser({ password: 'first change' }, access)).status).toBe(200)
    context.advance(86_401)
    expect(await putUser({ password: 'battery staple' }, access)).toMatchObject({
      status: 400,
      body: { error_code: 'reauthentication_needed' },
    })
    expect((await context.call('GET', '/reauthenticate', { token: access })).status).toBe(200)
    expect(await context.call('GET', '/reauthenticate', { token: access })).toMatchObject({ status: 429 })
    const mail = await context.email('ada@example.com')
    const nonce = codeIn(mail)
    expect(mail.links).toEqual([])
    // Wrong attempts at other codes do not count here.
    for (let guess = 0; guess < 20; guess += 1) {
      await context.call('POST', '/verify', { body: { type: 'recovery', email: 'ada@example.com', token: 'x' } })
    }
    expect(
      await putUser({ password: 'battery staple', nonce: '000000' === nonce ? '000001' : '000000' }, access),
    ).toMatchObject({
      status: 422,
      body: { error_code: 'reauthentication_not_valid' },
    })
    expect((await putUser({ password: 'battery staple', nonce }, access)).status).toBe(200)
    expect((await putUser({ password: 'a third one', nonce }, access)).status).toBe(422)
    // Six digits cannot be guessed.
    context.advance(61)
    await context.call('GET', '/reauthenticate', { token: access })
    const next = codeIn(await context.email('ada@example.com'))
    for (let guess = 1; guess <= 5; guess += 1) {
      const wrong = String((Number(next) + guess) % 1_000_000).padStart(6, '0')
      expect((await putUser({ password: 'a third one', nonce: wrong }, access)).status).toBe(422)
    }
    expect((await putUser({ password: 'a third one', nonce: next }, access)).status).toBe(422)
  })
})

describe('a change of address', () => {
  const change = (email = 'countess@example.com', token = signedIn.access) => putUser({ email }, token)
  const emailOf = async () => (await getUser()).body.email

  test('completes when both addresses have confirmed it', async () => {
    const { status, body } = await change('Countess@Example.com')
    expect(status).toBe(200)
    expect(body).toMatchObject({ email: 'ada@example.com', new_email: 'countess@example.com' })
    const [toNew, toOld] = [await context.email('countess@example.com'), await context.email('ada@example.com')]
    const first = await context.follow(toOld.links[0] ?? '')
    expect(first.fragment.get('message')).toContain('Please proceed to confirm link sent to the other email')
    expect(await emailOf()).toBe('ada@example.com')
    const second = await context.follow(toNew.links[0] ?? '')
    expect(second.fragment.get('type')).toBe('email_change')
    expect(await emailOf()).toBe('countess@example.com')
    const [identity] = await context.query('select email from auth.identities')
    expect(identity).toEqual({ email: 'countess@example.com' })
    await context.signIn({ email: 'countess@example.com' })
  })

  test('is not completed by one address confirming twice', async () => {
    await change()
    const { links } = await context.email('ada@example.com')
    await context.follow(links[0] ?? '')
    expect((await context.follow(links[0] ?? '')).fragment.get('error_code')).toBe('otp_expired')
    expect(await emailOf()).toBe('ada@example.com')
  })

  test('is not completed by one address that confirms, has the emails sent again and confirms again', async () => {
    await change()
    const first = await context.email('countess@example.com')
    await context.email('ada@example.com')
    await context.follow(first.links[0] ?? '')
    context.advance(61)
    await context.call('POST', '/resend', { body: { type: 'email_change', email: 'ada@example.com' } })
    const again = await context.email('countess@example.com')
    expect(again.links[0]).not.toBe(first.links[0])
    await context.follow(again.links[0] ?? '')
    expect(await emailOf()).toBe('ada@example.com')
    const toOld = await context.email('ada@example.com')
    await context.follow(toOld.links[0] ?? '')
    expect(await emailOf()).toBe('countess@example.com')
  })

  test('can be confirmed by codes', async () => {
    await change()
    const codes = {
      old: codeIn(await context.email('ada@example.com')),
      fresh: codeIn(await context.email('countess@example.com')),
    }
    const verify = (email: string, token: string) =>
      context.call('POST', '/verify', { body: { type: 'email_change', email, token } })
    expect(await verify('countess@example.com', codes.fresh)).toMatchObject({ status: 200, body: { code: '200' } })
    expect(await verify('ada@example.com', codes.old)).toMatchObject({
      status: 200,
      body: { user: { email: 'countess@example.com' } },
    })
  })

  test('needs only the new address’s confirmation if the instance is configured so', async () => {
    await context.reset((settings) => ({ ...settings, email: { ...settings.email, doubleConfirmChanges: false } }))
    await context.confirmedAccount()
    signedIn = await context.signIn()
    await change()
    expect(await context.emails('ada@example.com')).toEqual([])
    await context.follow((await context.email('countess@example.com')).links[0] ?? '')
    expect(await emailOf()).toBe('countess@example.com')
  })

  test('to a taken address gets the usual response and never completes', async () => {
    await context.confirmedAccount('eve@example.com')
    const free = await change('free@example.com')
    context.advance(61)
    const taken = await change('eve@example.com')
    const shape = ({ status, body }: typeof free) => ({ status, keys: Object.keys(body).toSorted() })
    expect(shape(taken)).toEqual(shape(free))
    expect(taken.body).toMatchObject({ email: 'ada@example.com', new_email: 'eve@example.com' })
    expect(await context.emails('eve@example.com')).toEqual([])
    await context.follow((await context.email('ada@example.com')).links[0] ?? '')
    expect(await emailOf()).toBe('ada@example.com')
  })

  test('takes the same time for a taken address and a free one', async () => {
    await context.reset((settings) => ({ ...settings, email: { ...settings.email, maxFrequencySeconds: 0 } }), {
      inRealTime: true,
    })
    await context.confirmedAccount()
    await context.confirmedAccount('eve@example.com')
    signedIn = await context.signIn()
    const changeTo = (address: string) => async () => expect((await change(address)).status).toBe(200)
    await expectSameTime(1.25, changeTo('eve@example.com'), changeTo('free@example.com'))
  })

  test('is refused if the address is taken by the time it is confirmed', async () => {
    await change()
    await context.confirmedAccount('countess@example.com')
    await context.follow((await context.email('ada@example.com')).links[0] ?? '')
    const { fragment } = await context.follow((await context.email('countess@example.com')).links[0] ?? '')
    expect(fragment.get('error_code')).toBe('email_exists')
    expect(await emailOf()).toBe('ada@example.com')
  })

  test('voids an earlier change and its emails', async () => {
    await change('first@example.com')
    const early = await context.email('first@example.com')
    context.advance(61)
    await change('second@example.com')
    expect((await context.follow(early.links[0] ?? '')).fragment.get('error_code')).toBe('otp_expired')
  })

  test('cannot be requested twice within a minute', async () => {
    await change('first@example.com')
    expect(await change('second@example.com')).toMatchObject({
      status: 429,
      body: { error_code: 'over_email_send_rate_limit' },
    })
    context.advance(61)
    await context.call('POST', '/resend', { body: { type: 'email_change', email: 'ada@example.com' } })
    expect(await context.emails('first@example.com')).toHaveLength(2)
  })

  test('to the current address changes nothing', async () => {
    expect((await change('ADA@example.com')).body).not.toHaveProperty('new_email')
    expect(await context.emails('ada@example.com')).toEqual([])
  })

  test.each(['nobody', 'a@b.example\nBcc: c@d.example', 'a@b.example, c@d.example', '<a@b.example>'])(
    'to %j is refused',
    async (email) => {
      expect(await change(email)).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
    },
  )
})

describe('POST /logout', () => {
  const logOut = (scope: string, token = signedIn.access) => context.call('POST', `/logout${scope}`, { token })

  test('ends every session, which is the default', async () => {
    for (const scope of ['?scope=global', '']) {
      const [one, two] = [await context.signIn(), await context.signIn()]
      expect(await logOut(scope, one.access)).toMatchObject({ status: 204, body: null })
      for (const { access, refresh } of [one, two]) {
        expect(await getUser(access)).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } })
        expect(await context.refresh(refresh)).toMatchObject({
          status: 400,
          body: { error_code: 'refresh_token_not_found' },
        })
      }
    }
  })

  test('ends only this session, or only the others', async () => {
    const [one, two, three] = [await context.signIn(), await context.signIn(), await context.signIn()]
    await logOut('?scope=local', one.access)
    expect((await getUser(one.access)).status).toBe(403)
    expect((await getUser(two.access)).status).toBe(200)
    await logOut('?scope=others', two.access)
    expect((await getUser(two.access)).status).toBe(200)
    expect((await getUser(three.access)).status).toBe(403)
  })

  test('ends no session of another account', async () => {
    await context.confirmedAccount('eve@example.com')
    const eve = await context.signIn({ email: 'eve@example.com' })
    await logOut('?scope=global')
    expect((await getUser(eve.access)).status).toBe(200)
  })

  test('refuses unknown scopes and callers who are not signed in', async () => {
    expect(await logOut('?scope=everything')).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
    expect(await logOut('?scope=constructor')).toMatchObject({ status: 400 })
    expect(await context.call('POST', '/logout')).toMatchObject({ status: 401 })
    expect(await logOut('', context.anonKey)).toMatchObject({ status: 403 })
  })
})
