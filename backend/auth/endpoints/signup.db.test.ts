import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AuthTestContext, expectSameTime, openAuthTestContext } from '../testing.ts'

let context: AuthTestContext
beforeAll(async () => {
  context = await openAuthTestContext()
})
beforeEach(() => context.reset())
afterAll(() => context.close())

const ada = { email: 'ada@example.com', password: 'correct horse', data: { name: 'Ada' } }
const signUp = (body: unknown = ada, path = '/signup') => context.call('POST', path, { body })

describe('a sign-up with a free address', () => {
  test('returns the account without a session and sends an email whose first link confirms it', async () => {
    const { status, body } = await signUp()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email: 'ada@example.com',
      phone: '',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { name: 'Ada', email: 'ada@example.com', email_verified: false },
      identities: [{ provider: 'email', email: 'ada@example.com', id: body.id, user_id: body.id }],
    })
    expect(body.confirmation_sent_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(body).not.toHaveProperty('access_token')
    expect(body).not.toHaveProperty('email_confirmed_at')
    expect(JSON.stringify(body)).not.toContain('encrypted')

    const mail = await context.email('ada@example.com')
    expect(mail.subject).toBe('Confirm your email address')
    expect(mail.links[0]).toMatch(
      /^https:\/\/shop\.example\/auth\/v1\/verify\?token=[0-9a-f]{56}&type=signup&redirect_to=/,
    )
    const { status: followed, location, fragment } = await context.follow(mail.links[0] ?? '')
    expect(followed).toBe(303)
    expect(location).toMatch(/^https:\/\/shop\.example\/#access_token=/)
    expect(fragment.get('type')).toBe('signup')
    await context.signIn()
  })

  test('stores the address in lower case', async () => {
    const { body } = await signUp({ ...ada, email: 'Ada@Example.COM' })
    expect(body.email).toBe('ada@example.com')
    await context.email('ada@example.com')
  })

  test('takes the same time as with a taken address', async () => {
    await context.reset(undefined, { inRealTime: true })
    await context.confirmedAccount('taken@example.com')
    await expectSameTime(
      1.4,
      (round) => signUp({ ...ada, email: `free${round}@example.com` }),
      () => signUp({ ...ada, email: 'taken@example.com' }),
    )
  })

  test('stores a bcrypt hash, and only hashes of the tokens in the email', async () => {
    await signUp()
    const mail = await context.email('ada@example.com')
    const token = new URL(mail.links[0] ?? '').searchParams.get('token') ?? ''
    const code = /code: (\d{6})/.exec(mail.text)?.[1] ?? ''
    const rows = await context.query(
      `select u.encrypted_password, row_to_json(u)::text || row_to_json(t)::text as everything
       from auth.users u join auth.one_time_tokens t on t.user_id = u.id`,
    )
    expect(rows[0]?.encrypted_password).toMatch(/^\$2b\$/)
    expect(rows[0]?.everything).not.toContain(token)
    expect(rows[0]?.everything).not.toContain(`"${code}"`)
  })

  test('ignores fields that only administrators may set', async () => {
    const forged = { ...ada, app_metadata: { role: 'admin' }, role: 'service_role', email_confirm: true, id: '1' }
    const { status, body } = await signUp(forged)
    expect(status).toBe(200)
    expect(body.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    expect(body).not.toHaveProperty('email_confirmed_at')
    const [row] = await context.query('select role, raw_app_meta_data from auth.users')
    expect(row).toEqual({ role: 'authenticated', raw_app_meta_data: { provider: 'email', providers: ['email'] } })
  })

  test('redirects to an allowed redirect_to and to no other', async () => {
    await signUp(ada, `/signup?redirect_to=${encodeURIComponent('https://shop.example/welcome?x=1&y=2')}`)
    const ours = await context.email('ada@example.com')
    expect(new URL(ours.links[0] ?? '').searchParams.get('redirect_to')).toBe('https://shop.example/welcome?x=1&y=2')
    await signUp({ ...ada, email: 'eve@example.com' }, '/signup?redirect_to=https%3A%2F%2Fevil.example')
    const theirs = await context.email('eve@example.com')
    expect(new URL(theirs.links[0] ?? '').searchParams.get('redirect_to')).toBe('https://shop.example')
  })

  test('returns a session at once where confirmations are disabled', async () => {
    await context.reset((settings) => ({ ...settings, email: { ...settings.email, confirmationsEnabled: false } }))
    const { status, body } = await signUp()
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { email: 'ada@example.com' } })
    expect(body.user.email_confirmed_at).toBeTruthy()
    expect(await context.emails('ada@example.com')).toEqual([])
    expect(await signUp()).toMatchObject({ status: 422, body: { error_code: 'user_already_exists' } })
  })
})

describe('a sign-up with a taken address', () => {
  const shapeOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shapeOf)
    if (typeof value !== 'object' || value === null) return typeof value
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member)]))
  }

  test('responds as for a free address, reveals nothing of the account and sends nothing', async () => {
    const account = await context.confirmedAccount()
    const taken = await signUp({ ...ada, data: { name: 'Eve' } })
    const free = await signUp({ ...ada, email: 'free@example.com', data: { name: 'Eve' } })
    expect(taken.status).toBe(free.status)
    expect(shapeOf(taken.body)).toEqual(shapeOf(free.body))
    expect(Object.keys(taken.body)).toEqual(Object.keys(free.body))
    expect(taken.body.user_metadata.name).toBe('Eve')
    expect(taken.body.id).not.toBe(account.id)
    expect(await context.emails('ada@example.com')).toEqual([])
    await context.signIn()
  })

  test('gets another email while the account is unconfirmed, which voids the first', async () => {
    await signUp()
    const first = await context.email('ada@example.com')
    context.advance(61)
    expect((await signUp()).status).toBe(200)
    const mails = await context.emails('ada@example.com')
    expect(mails).toHaveLength(2)
    expect((await context.follow(first.links[0] ?? '')).fragment.get('error_code')).toBe('otp_expired')
    expect((await context.follow(mails[0]?.links[0] ?? '')).fragment.get('type')).toBe('signup')
  })

  test('gets no second email within a minute, and the same response', async () => {
    const first = await signUp()
    const second = await signUp()
    expect(second.status).toBe(200)
    expect(shapeOf(second.body)).toEqual(shapeOf(first.body))
    expect(await context.emails('ada@example.com')).toHaveLength(1)
  })

  test('keeps the first password while its email is valid, and uses the later one after that', async () => {
    await signUp({ ...ada, password: 'first password' })
    context.advance(61)
    await signUp({ ...ada, password: 'second password' })
    expect(await context.query('select count(*)::int from auth.users')).toEqual([{ count: 1 }])
    context.advance(3601)
    await signUp({ ...ada, password: 'third password', data: { name: 'Countess' } })
    await context.follow((await context.email('ada@example.com')).links[0] ?? '')
    await context.signIn({ password: 'third password' })
    const [row] = await context.query(`select raw_user_meta_data ->> 'name' as name from auth.users`)
    expect(row).toEqual({ name: 'Countess' })
  })

  test('creates one account in ten simultaneous sign-ups', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => signUp()))
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await context.query('select count(*)::int from auth.users')).toEqual([{ count: 1 }])
    expect(await context.emails('ada@example.com')).toHaveLength(1)
  })
})

describe('a sign-up is refused', () => {
  test.each([
    ['without a password', { email: 'a@b.example' }, 400, 'validation_failed'],
    ['with a short password', { email: 'a@b.example', password: 'short' }, 422, 'weak_password'],
    ['with a password beyond 72 bytes', { email: 'a@b.example', password: 'ü'.repeat(37) }, 400, 'validation_failed'],
    ['with an invalid address', { email: 'nobody', password: 'correct horse' }, 400, 'validation_failed'],
    ['with two addresses', { email: 'a@b.example,c@d.example', password: 'correct horse' }, 400, 'validation_failed'],
    [
      'with a line break in the address',
      { email: 'a@b.example\r\nBcc: c@d.example', password: 'correct horse' },
      400,
      'validation_failed',
    ],
    [
      'with an endless address',
      { email: `${'a'.repeat(300)}@b.example`, password: 'correct horse' },
      400,
      'validation_failed',
    ],
    ['with a look-alike letter', { email: 'a@b.example\u212a', password: 'correct horse' }, 400, 'validation_failed'],
    ['by phone', { phone: '+4412345678', password: 'correct horse' }, 400, 'phone_provider_disabled'],
    [
      'by phone and email',
      { phone: '+4412345678', email: 'a@b.example', password: 'correct horse' },
      400,
      'validation_failed',
    ],
    ['without an address, where anonymous sign-ups are disabled', {}, 422, 'anonymous_provider_disabled'],
    [
      'with metadata that would not fit a header',
      { ...ada, data: { about: 'x'.repeat(7000) } },
      422,
      'validation_failed',
    ],
    ['with a code challenge but no method', { ...ada, code_challenge: 'x'.repeat(43) }, 400, 'validation_failed'],
    [
      'with a short challenge',
      { ...ada, code_challenge: 'x', code_challenge_method: 's256' },
      400,
      'validation_failed',
    ],
    [
      'with an unknown method',
      { ...ada, code_challenge: 'x'.repeat(43), code_challenge_method: 'md5' },
      400,
      'validation_failed',
    ],
  ])('%s', async (_, body, status, code) => {
    expect(await signUp(body)).toMatchObject({
      status,
      body: { code: status, error_code: code, msg: expect.any(String) },
    })
    expect(await context.query('select 1 from auth.users')).toEqual([])
  })

  test('with reasons when the password is weak, in the format of the caller’s API version', async () => {
    await context.reset((settings) => ({
      ...settings,
      password: { ...settings.password, minimumLength: 8, requirements: 'lower_upper_letters_digits' },
    }))
    const refused = await context.call('POST', '/signup', {
      body: { ...ada, password: 'weak' },
      headers: { 'x-supabase-api-version': '2024-01-01' },
    })
    expect(refused.status).toBe(422)
    expect(refused.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(refused.body).toEqual({
      code: 'weak_password',
      message: expect.stringContaining('Password should be at least 8 characters.'),
      weak_password: { reasons: ['length', 'characters'] },
    })
    expect((await signUp({ ...ada, password: 'Strong enough 1' })).status).toBe(200)
  })

  test('when the password is common, or the name or the email address', async () => {
    await context.reset((settings) => ({
      ...settings,
      password: { ...settings.password, common: new Set(['sunshine']) },
    }))
    for (const password of ['Sunshine', ada.email, 'Lovelace1']) {
      const refused = await context.call('POST', '/signup', {
        body: { ...ada, password, data: { name: 'Lovelace' } },
      })
      expect(refused.status).toBe(422)
      expect(refused.body).toMatchObject({ error_code: 'weak_password', weak_password: { reasons: ['pwned'] } })
    }
    expect((await signUp({ ...ada, password: 'sunshine over dough' })).status).toBe(200)
  })

  test('where the instance disables sign-ups', async () => {
    await context.reset((settings) => ({ ...settings, signUpEnabled: false }))
    expect(await signUp()).toMatchObject({ status: 422, body: { error_code: 'signup_disabled' } })
    await context.reset((settings) => ({ ...settings, email: { ...settings.email, signUpEnabled: false } }))
    expect(await signUp()).toMatchObject({ status: 400, body: { error_code: 'email_provider_disabled' } })
  })

  test('when a trigger of the project refuses the account, and nothing is written', async () => {
    await context.database.script(`
      create function pg_temp_refuse() returns trigger language plpgsql as $$ begin raise exception 'no Eves here'; end $$;
      create trigger refuse before insert on auth.users for each row when (new.email like 'eve@%') execute function pg_temp_refuse();`)
    expect(await signUp({ ...ada, email: 'eve@example.com' })).toMatchObject({
      status: 422,
      body: { error_code: 'validation_failed', msg: 'Database error saving new user' },
    })
    expect(await context.query('select 1 from auth.users')).toEqual([])
    expect(await context.emails('eve@example.com')).toEqual([])
    await context.database.script('drop trigger refuse on auth.users; drop function pg_temp_refuse()')
  })
})

test('an anonymous sign-up returns a session where the instance allows it', async () => {
  await context.reset((settings) => ({ ...settings, anonymousSignInsEnabled: true }))
  const { status, body } = await signUp({ data: { basket: 1 } })
  expect(status).toBe(200)
  expect(body.user).toMatchObject({ is_anonymous: true, email: '', user_metadata: { basket: 1 }, identities: [] })
  expect(await context.tokens.verify(body.access_token)).toMatchObject({ is_anonymous: true, role: 'authenticated' })
})
