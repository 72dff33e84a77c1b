import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AuthTestContext, openAuthTestContext } from '../testing.ts'

let context: AuthTestContext
beforeAll(async () => {
  context = await openAuthTestContext()
})
beforeEach(() => context.reset())
afterAll(() => context.close())

const admin = (method: string, path: string, body?: unknown) =>
  context.call(method, path, { token: context.serviceKey, ...(body !== undefined && { body }) })
const nobody = '00000000-0000-4000-8000-000000000000'

test.each([
  ['GET', '/admin/users'],
  ['POST', '/admin/users'],
  ['GET', `/admin/users/${nobody}`],
  ['PUT', `/admin/users/${nobody}`],
  ['DELETE', `/admin/users/${nobody}`],
  ['POST', '/admin/generate_link'],
  ['POST', '/invite'],
])('%s %s requires the service key', async (method, path) => {
  await context.confirmedAccount()
  const { access } = await context.signIn()
  const body = method === 'GET' ? {} : { body: { email: 'eve@example.com', type: 'magiclink' } }
  expect(await context.call(method, path, body)).toMatchObject({
    status: 401,
    body: { error_code: 'no_authorization' },
  })
  for (const token of [context.anonKey, access]) {
    expect(await context.call(method, path, { ...body, token })).toMatchObject({
      status: 403,
      body: { error_code: 'not_admin' },
    })
  }
  expect(await context.call(method, path, { ...body, token: `${context.serviceKey}x` })).toMatchObject({
    status: 403,
    body: { error_code: 'bad_jwt' },
  })
  expect(await context.query(`select 1 from auth.users where email = 'eve@example.com'`)).toEqual([])
})

describe('an administrator', () => {
  test('creates a confirmed account with both kinds of metadata', async () => {
    const { status, body } = await admin('POST', '/admin/users', {
      email: 'Ada@example.com',
      password: 'correct horse',
      email_confirm: true,
      user_metadata: { name: 'Ada' },
      app_metadata: { role: 'moderator' },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      email: 'ada@example.com',
      email_confirmed_at: expect.any(String),
      app_metadata: { role: 'moderator', provider: 'email', providers: ['email'] },
    })
    expect(body.user_metadata).toEqual({ name: 'Ada', email_verified: true })
    expect(await context.emails('ada@example.com')).toEqual([])
    const { access } = await context.signIn()
    expect(await context.tokens.verify(access)).toMatchObject({
      role: 'authenticated',
      app_metadata: { role: 'moderator' },
    })
  })

  test('creates an account with a given id and password hash', async () => {
    await context.confirmedAccount('old@example.com')
    const [old] = await context.query('select encrypted_password from auth.users')
    const { body } = await admin('POST', '/admin/users', {
      id: nobody,
      email: 'ada@example.com',
      password_hash: old?.encrypted_password,
      email_confirm: true,
    })
    expect(body.id).toBe(nobody)
    await context.signIn()
  })

  test('creates an account without a password, which nobody can sign in to', async () => {
    await admin('POST', '/admin/users', { email: 'ada@example.com', email_confirm: true })
    const { status } = await context.call('POST', '/token?grant_type=password', {
      body: { email: 'ada@example.com', password: '' },
    })
    expect(status).toBe(400)
  })

  test.each([
    ['without an address', {}, 400, 'validation_failed'],
    ['with a bad address', { email: 'x' }, 400, 'validation_failed'],
    ['with a weak password', { email: 'a@b.example', password: 'x' }, 422, 'weak_password'],
    ['with another role', { email: 'a@b.example', role: 'service_role' }, 422, 'validation_failed'],
    ['with an invalid hash', { email: 'a@b.example', password_hash: 'x' }, 400, 'validation_failed'],
    ['with a bad id', { email: 'a@b.example', id: 'x' }, 400, 'validation_failed'],
    ['with a bad ban', { email: 'a@b.example', ban_duration: 'forever' }, 400, 'validation_failed'],
    ['with an endless ban', { email: 'a@b.example', ban_duration: '999999999h' }, 400, 'validation_failed'],
    ['with a bad phone number', { phone: '+0441' }, 400, 'validation_failed'],
    ['with a phone number that is taken', { phone: '441234567' }, 422, 'phone_exists'],
    ['with an address that is taken', { email: 'taken@example.com' }, 422, 'email_exists'],
  ])('cannot create an account %s', async (_, body, status, error_code) => {
    await context.confirmedAccount('taken@example.com')
    await context.query(`update auth.users set phone = '441234567'`)
    expect(await admin('POST', '/admin/users', body)).toMatchObject({ status, body: { error_code } })
    expect(await context.query('select 1 from auth.users')).toHaveLength(1)
  })

  test('creates an account with a phone number only, which is not anonymous', async () => {
    const { status, body } = await admin('POST', '/admin/users', {
      phone: '+44 1234 567',
      phone_confirm: true,
      email_confirm: true,
      password: 'correct horse',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      email: '',
      phone: '441234567',
      phone_confirmed_at: expect.any(String),
      is_anonymous: false,
      app_metadata: { provider: 'phone', providers: ['phone'] },
      identities: [
        { provider: 'phone', id: body.id, identity_data: { sub: body.id, phone: '441234567', phone_verified: true } },
      ],
    })
    expect(body).not.toHaveProperty('email_confirmed_at')
  })

  test('creates an account with an email address and a phone number', async () => {
    const { body } = await admin('POST', '/admin/users', {
      email: 'ada@example.com',
      phone: '441234567',
      email_confirm: true,
      password: 'correct horse',
    })
    expect(body).toMatchObject({
      app_metadata: { provider: 'email', providers: ['email', 'phone'] },
      identities: [
        { provider: 'email', identity_data: { email: 'ada@example.com', email_verified: true, phone_verified: false } },
        { provider: 'phone', identity_data: { phone: '441234567', email_verified: true, phone_verified: false } },
      ],
    })
    expect(body).not.toHaveProperty('phone_confirmed_at')
    const { access } = await context.signIn()
    expect(await context.tokens.verify(access)).toMatchObject({ phone: '441234567' })
  })

  test('adds, changes and confirms a phone number', async () => {
    const { id } = await context.confirmedAccount()
    const { id: other } = await context.confirmedAccount('eve@example.com')
    const added = await admin('PUT', `/admin/users/${id}`, { phone: '+441234567' })
    expect(added.body).toMatchObject({
      phone: '441234567',
      app_metadata: { provider: 'email', providers: ['email', 'phone'] },
    })
    expect(added.body).not.toHaveProperty('phone_confirmed_at')
    const changed = await admin('PUT', `/admin/users/${id}`, { phone: '441234568' })
    expect(changed.body.identities).toHaveLength(2)
    expect(changed.body.identities[1].identity_data).toMatchObject({ phone: '441234568', phone_verified: false })
    const confirmed = await admin('PUT', `/admin/users/${id}`, { phone_confirm: true })
    expect(confirmed.body).toMatchObject({ phone: '441234568', phone_confirmed_at: expect.any(String) })
    expect(confirmed.body.identities[1].identity_data).toMatchObject({ phone_verified: true })
    expect(await admin('PUT', `/admin/users/${other}`, { phone: '+441234568' })).toMatchObject({
      status: 422,
      body: { error_code: 'phone_exists' },
    })
  })

  test('adds an email address to an account with a phone number only, as a provider too', async () => {
    const { body } = await admin('POST', '/admin/users', { phone: '441234567' })
    const { body: changed } = await admin('PUT', `/admin/users/${body.id}`, { email: 'ada@example.com' })
    expect(changed).toMatchObject({
      email: 'ada@example.com',
      app_metadata: { provider: 'phone', providers: ['phone', 'email'] },
      identities: [{ provider: 'phone' }, { provider: 'email', email: 'ada@example.com' }],
    })
  })

  test('lists accounts in pages, newest first', async () => {
    for (let n = 0; n < 5; n += 1) await context.confirmedAccount(`user${n}@example.com`)
    const { body, headers } = await admin('GET', '/admin/users?page=2&per_page=2')
    expect(body.aud).toBe('authenticated')
    expect(body.users.map(({ email }: { email: string }) => email)).toEqual(['user2@example.com', 'user1@example.com'])
    expect(headers.get('x-total-count')).toBe('5')
    expect(headers.get('link')).toBe(
      '</auth/v1/admin/users?page=3&per_page=2>; rel="next", </auth/v1/admin/users?page=3&per_page=2>; rel="last"',
    )
    expect((await admin('GET', '/admin/users?page=4&per_page=2')).body.users).toEqual([])
    expect((await admin('GET', '/admin/users?page=&per_page=')).body.users).toHaveLength(5)
    expect((await admin('GET', '/admin/users?filter=USER3')).body.users).toHaveLength(1)
    expect((await admin('GET', '/admin/users?filter=%00%27')).body.users).toEqual([])
    for (const bad of ['page=0', 'page=-1', 'page=x', 'per_page=0', 'per_page=1.5', 'page=99999999999999999999']) {
      expect(await admin('GET', `/admin/users?${bad}`)).toMatchObject({
        status: 400,
        body: { error_code: 'validation_failed' },
      })
    }
  })

  test('reads, changes and deletes an account', async () => {
    const { id } = await context.confirmedAccount()
    const { refresh } = await context.signIn()
    expect((await admin('GET', `/admin/users/${id}`)).body.email).toBe('ada@example.com')
    const changed = await admin('PUT', `/admin/users/${id}`, {
      email: 'countess@example.com',
      password: 'battery staple',
      user_metadata: { name: 'Ada' },
      app_metadata: { role: 'moderator', provider: null },
    })
    expect(changed).toMatchObject({
      status: 200,
      body: { email: 'countess@example.com', user_metadata: { name: 'Ada' } },
    })
    expect(changed.body.app_metadata).toEqual({ role: 'moderator', providers: ['email'] })
    expect((await context.refresh(refresh)).status).toBe(400)
    await context.signIn({ email: 'countess@example.com', password: 'battery staple' })
    expect(await admin('DELETE', `/admin/users/${id}`)).toMatchObject({ status: 200, body: {} })
    expect(await admin('GET', `/admin/users/${id}`)).toMatchObject({
      status: 404,
      body: { error_code: 'user_not_found' },
    })
    expect(await admin('DELETE', `/admin/users/${id}`)).toMatchObject({ status: 404 })
    for (const table of [
      'users',
      'identities',
      'sessions',
      'refresh_tokens',
      'mfa_amr_claims',
      'one_time_tokens',
      'flow_state',
    ]) {
      expect(await context.query(`select 1 from auth.${table}`)).toEqual([])
    }
    const log = await context.query('select payload::text as entry from auth.audit_log_entries')
    expect(JSON.stringify(log)).not.toMatch(/@example\.com|127\.0\.0\.1/)
  })

  test('does not confirm an address by changing it', async () => {
    const { body } = await context.call('POST', '/signup', {
      body: { email: 'ada@example.com', password: 'correct horse' },
    })
    const changed = await admin('PUT', `/admin/users/${body.id}`, { email: 'countess@example.com' })
    expect(changed.body).not.toHaveProperty('email_confirmed_at')
    const confirmed = await admin('PUT', `/admin/users/${body.id}`, { email_confirm: true })
    expect(confirmed.body.email_confirmed_at).toBeTruthy()
  })

  test('soft-deletes an account: the row stays without personal data or identities, and the address is free', async () => {
    const { id } = await context.confirmedAccount()
    await admin('DELETE', `/admin/users/${id}`, { should_soft_delete: true })
    const [row] = await context.query('select row_to_json(u)::text as everything from auth.users u')
    expect(row?.everything).not.toMatch(/ada@|Ada|\$2b/)
    const { status } = await context.call('POST', '/token?grant_type=password', {
      body: { email: 'ada@example.com', password: 'correct horse' },
    })
    expect(status).toBe(400)
    await context.confirmedAccount()
  })

  test.each(['x', '1', '%27', '00000000-0000-4000-8000-00000000000g'])(
    'gets an error for the invalid id "%s"',
    async (id) => {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        expect(await admin(method, `/admin/users/${id}`)).toMatchObject({
          status: 404,
          body: { error_code: 'validation_failed' },
        })
      }
    },
  )
})

describe('a generated link', () => {
  const generate = (body: object) => admin('POST', '/admin/generate_link', body)

  test.each(['magiclink', 'recovery'])('of type %s signs in to an account and sends no email', async (type) => {
    await context.confirmedAccount()
    const { status, body } = await generate({ type, email: 'ada@example.com', redirect_to: 'https://shop.example/x' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      email: 'ada@example.com',
      verification_type: type,
      redirect_to: 'https://shop.example/x',
    })
    expect(new URL(body.action_link).searchParams.get('token')).toBe(body.hashed_token)
    expect(body.action_link).toMatch(/&redirect_to=https:\/\/shop\.example\/x$/)
    expect((await context.follow(body.action_link)).location).toMatch(/^https:\/\/shop\.example\/x#access_token/)
    expect(await context.emails('ada@example.com')).toEqual([])
  })

  test('of type signup or magiclink creates the account that it confirms', async () => {
    const signUp = await generate({
      type: 'signup',
      email: 'ada@example.com',
      password: 'correct horse',
      data: { name: 'Ada' },
    })
    await context.follow(signUp.body.action_link)
    await context.signIn()
    const magic = await generate({ type: 'magiclink', email: 'eve@example.com' })
    expect(magic.body.verification_type).toBe('signup')
    expect((await context.follow(magic.body.action_link)).fragment.has('access_token')).toBe(true)
  })

  test('of type signup adds its data to an account that is not confirmed yet', async () => {
    await generate({ type: 'signup', email: 'ada@example.com', password: 'correct horse', data: { name: 'Ada' } })
    const { body } = await generate({ type: 'signup', email: 'ada@example.com', data: { town: 'Bath' } })
    expect(body.user_metadata).toEqual({ name: 'Ada', town: 'Bath' })
  })

  test('comes with a code to type in', async () => {
    await context.confirmedAccount()
    const { body } = await generate({ type: 'magiclink', email: 'ada@example.com' })
    const verified = await context.call('POST', '/verify', {
      body: { type: 'email', email: 'ada@example.com', token: body.email_otp },
    })
    expect(verified.status).toBe(200)
  })

  test('changes an address with the links for both addresses', async () => {
    await context.confirmedAccount()
    const both = { email: 'ada@example.com', new_email: 'countess@example.com' }
    const current = await generate({ ...both, type: 'email_change_current' })
    const fresh = await generate({ ...both, type: 'email_change_new' })
    expect((await context.follow(current.body.action_link)).fragment.has('message')).toBe(true)
    expect((await context.follow(fresh.body.action_link)).fragment.has('access_token')).toBe(true)
    await context.signIn({ email: 'countess@example.com' })
  })

  test.each([
    [{ type: 'recovery', email: 'nobody@example.com' }, 404, 'user_not_found'],
    [{ type: 'signup', email: 'ada@example.com', password: 'correct horse' }, 422, 'email_exists'],
    [{ type: 'signup', email: 'new@example.com' }, 400, 'validation_failed'],
    [{ type: 'invite', email: 'ada@example.com' }, 422, 'email_exists'],
    [{ type: 'email_change_new', email: 'ada@example.com', new_email: 'eve@example.com' }, 422, 'email_exists'],
    [{ type: 'email_change_new', email: 'ada@example.com' }, 400, 'validation_failed'],
    [{ type: 'toString', email: 'ada@example.com' }, 400, 'validation_failed'],
    [{ email: 'ada@example.com' }, 400, 'validation_failed'],
    [{ type: 'magiclink' }, 400, 'validation_failed'],
  ])('is refused for %j', async (body, status, error_code) => {
    await context.confirmedAccount()
    await context.confirmedAccount('eve@example.com')
    expect(await generate(body)).toMatchObject({ status, body: { error_code } })
    expect(await context.query('select 1 from auth.users')).toHaveLength(2)
  })
})

test('an invitation creates an account, and the link in its email signs in', async () => {
  const { status, body } = await admin('POST', '/invite', { email: 'ada@example.com', data: { name: 'Ada' } })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    email: 'ada@example.com',
    invited_at: expect.any(String),
    user_metadata: { name: 'Ada' },
  })
  const mail = await context.email('ada@example.com')
  expect(mail.subject).toBe('Accept the invitation')
  expect((await context.follow(mail.links[0] ?? '')).fragment.get('type')).toBe('invite')
  expect(await admin('POST', '/invite', { email: 'ada@example.com' })).toMatchObject({
    status: 422,
    body: { error_code: 'email_exists' },
  })
})
