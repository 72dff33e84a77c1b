import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AuthTestContext, expectSameTime, openAuthTestContext } from '../testing.ts'

let context: AuthTestContext
beforeAll(async () => {
  context = await openAuthTestContext()
})
beforeEach(() => context.reset())
afterAll(() => context.close())

const email = 'ada@example.com'
const post = (path: string, body: unknown) => context.call('POST', path, { body })
const signUp = () => post('/signup', { email, password: 'correct horse' })

/** The requests that must not reveal whether an address has an account. */
const requests: readonly [string, string, object][] = [
  ['a resend', '/resend', { type: 'signup' }],
  ['a resend of a change of address', '/resend', { type: 'email_change' }],
  ['a recovery', '/recover', {}],
  ['a one-time code', '/otp', {}],
  ['a one-time code for existing accounts only', '/otp', { create_user: false }],
  ['a magic link', '/magiclink', {}],
]

describe.each(requests)('%s', (_, path, extra) => {
  test('responds alike for an account, an unconfirmed one and none, also when requested too soon', async () => {
    await context.confirmedAccount('confirmed@example.com')
    await post('/signup', { email: 'waiting@example.com', password: 'correct horse' })
    context.advance(61)
    for (const [attempt, expected] of [
      ['first', { status: 200, body: {} }],
      [
        'second',
        {
          status: 429,
          body: {
            code: 429,
            error_code: 'over_email_send_rate_limit',
            msg: 'For security purposes, you can only request this after 60 seconds.',
          },
        },
      ],
    ] as const) {
      for (const address of ['confirmed@example.com', 'waiting@example.com', 'nobody@example.com']) {
        const { status, body } = await post(path, { ...extra, email: address })
        const counted = JSON.parse(JSON.stringify(body).replace(/after (?:59|60) seconds/, 'after 60 seconds'))
        expect({ attempt, status, body: counted }).toEqual({ attempt, ...expected })
      }
    }
  })

  test('takes the same time with and without an account', async () => {
    await context.reset(undefined, { inRealTime: true })
    await context.confirmedAccount('confirmed@example.com')
    const postTo = (address: string) => () => post(path, { ...extra, email: address })
    await expectSameTime(
      1.4,
      (round) => {
        if (round > 0) context.advance(61)
        return postTo('confirmed@example.com')()
      },
      postTo('nobody@example.com'),
    )
  })

  test.each([
    [undefined],
    [''],
    [null],
    ['nobody'],
    ['a@b.example\r\nBcc: c@d.example'],
    ['a@b.example, c@d.example'],
    ['"a b"@c.example'],
  ])('refuses the address %j', async (address) => {
    expect(await post(path, { ...extra, email: address })).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed' },
    })
  })
})

describe('POST /resend', () => {
  test('sends a new confirmation that replaces the first', async () => {
    await signUp()
    const first = await context.email(email)
    context.advance(61)
    await post('/resend', { type: 'signup', email: 'Ada@Example.com' })
    const second = await context.email(email)
    expect(second.subject).toBe(first.subject)
    expect((await context.follow(first.links[0] ?? '')).fragment.get('error_code')).toBe('otp_expired')
    expect((await context.follow(second.links[0] ?? '')).fragment.get('type')).toBe('signup')
  })

  test('is refused within a minute after the sign-up, with the seconds to wait', async () => {
    await signUp()
    context.advance(20)
    const { status, body } = await post('/resend', { type: 'signup', email })
    expect(status).toBe(429)
    expect(body.msg).toMatch(/^For security purposes, you can only request this after (?:39|40) seconds\.$/)
    expect(await context.emails(email)).toHaveLength(1)
  })

  test('sends nothing to a confirmed account or an unknown address', async () => {
    await context.confirmedAccount()
    await post('/resend', { type: 'signup', email })
    await post('/resend', { type: 'email_change', email })
    await post('/resend', { type: 'signup', email: 'nobody@example.com' })
    expect(await context.emails(email)).toEqual([])
    expect(await context.emails('nobody@example.com')).toEqual([])
  })

  test('accepts only supported types', async () => {
    for (const type of [undefined, '', 'recovery', 'constructor']) {
      expect(await post('/resend', { type, email })).toMatchObject({
        status: 400,
        body: { error_code: 'validation_failed' },
      })
    }
    expect(await post('/resend', { type: 'sms', phone: '+441' })).toMatchObject({
      body: { error_code: 'phone_provider_disabled' },
    })
  })
})

describe('POST /recover', () => {
  test('sends an email whose link signs in, to choose a new password', async () => {
    await context.confirmedAccount()
    await post(`/recover?redirect_to=${encodeURIComponent('https://shop.example/settings/security')}`, { email })
    const mail = await context.email(email)
    expect(mail.subject).toBe('Reset your password')
    const { location, fragment } = await context.follow(mail.links[0] ?? '')
    expect(location).toMatch(/^https:\/\/shop\.example\/settings\/security#/)
    const token = fragment.get('access_token') ?? ''
    expect((await context.call('PUT', '/user', { token, body: { password: 'battery staple' } })).status).toBe(200)
    await context.signIn({ password: 'battery staple' })
  })

  test('sends nothing to a banned account', async () => {
    const { id } = await context.confirmedAccount()
    await context.call('PUT', `/admin/users/${id}`, { token: context.serviceKey, body: { ban_duration: '1h' } })
    expect((await post('/recover', { email })).status).toBe(200)
    expect(await context.emails(email)).toEqual([])
  })
})

describe('POST /otp', () => {
  test('sends no text messages', async () => {
    for (const [body, error_code, msg] of [
      [{ phone: '+441234567' }, 'phone_provider_disabled', 'Unsupported phone provider'],
      [{ email, channel: 'sms' }, 'validation_failed', 'Channel should only be specified with Phone OTP'],
    ] as const) {
      expect(await post('/otp', body)).toMatchObject({ status: 400, body: { error_code, msg } })
    }
  })

  test('sends a sign-in link and code to an account', async () => {
    await context.confirmedAccount()
    await post('/otp', { email })
    const mail = await context.email(email)
    expect(mail.subject).toBe('Sign in')
    expect((await context.follow(mail.links[0] ?? '')).fragment.get('type')).toBe('magiclink')
  })

  test('creates an account for an unknown address, which the email confirms', async () => {
    await post('/otp', { email, data: { name: 'Ada' } })
    const { fragment } = await context.follow((await context.email(email)).links[0] ?? '')
    expect(fragment.get('type')).toBe('signup')
    const { body } = await context.call('GET', '/user', { token: fragment.get('access_token') ?? '' })
    expect(body.user_metadata.name).toBe('Ada')
  })

  test('creates no account where the request or the settings forbid it, without revealing that', async () => {
    expect(await post('/otp', { email, create_user: false })).toMatchObject({ status: 200, body: {} })
    await context.emails(email)
    await context.reset((settings) => ({ ...settings, signUpEnabled: false }))
    expect(await post('/otp', { email })).toMatchObject({ status: 200, body: {} })
    expect(await context.emails(email)).toEqual([])
    expect(await context.query('select 1 from auth.users')).toEqual([])
  })
})

test('a network gets a fifth of the hourly emails, and new accounts seven tenths of them', async () => {
  await context.reset((settings) => ({ ...settings, email: { ...settings.email, emailsPerHour: 30 } }))
  await context.confirmedAccount()
  const statusOf = async (address: string, path = '/signup', to = `${crypto.randomUUID()}@example.com`) =>
    (await context.call('POST', path, { address, body: { email: to, password: 'correct horse' } })).status
  const statuses = async (address: string) =>
    [...(await Promise.all(Array.from({ length: 7 }, () => statusOf(address))))].sort()
  expect(await statuses('203.0.113.1')).toEqual([200, 200, 200, 200, 200, 200, 429])
  expect(await statuses('203.0.113.2')).toEqual([200, 200, 200, 200, 200, 200, 429])
  expect(await statuses('203.0.113.3')).toEqual([200, 200, 200, 200, 200, 200, 429])
  expect(await statuses('203.0.113.4')).toEqual([200, 200, 200, 429, 429, 429, 429])
  expect(await statusOf('203.0.113.1', '/recover', email)).toBe(429)
  context.advance(61)
  expect(await statusOf('203.0.113.5', '/recover', email)).toBe(200)
})

test('emails stop at the hourly quota for every address, and resume an hour later', async () => {
  await context.reset((settings) => ({ ...settings, email: { ...settings.email, emailsPerHour: 2 } }))
  await context.confirmedAccount()
  await signUp()
  await post('/recover', { email })
  await post('/signup', { email: 'second@example.com', password: 'correct horse' })
  await context.emails(email)
  context.advance(61)
  for (const [path, address] of [
    ['/signup', 'third@example.com'],
    ['/recover', email],
    ['/recover', 'nobody@example.com'],
    ['/otp', email],
    ['/resend', 'nobody@example.com'],
  ] as const) {
    expect(await post(path, { email: address, password: 'correct horse', type: 'signup' })).toMatchObject({
      status: 429,
      body: { error_code: 'over_email_send_rate_limit', msg: 'email rate limit exceeded' },
    })
  }
  context.advance(3600)
  expect((await post('/recover', { email })).status).toBe(200)
  expect(await context.emails(email)).toHaveLength(2)
})

test('a failing mail transport changes no response and is logged', async () => {
  await context.confirmedAccount()
  const send = context.mailbox.send
  context.mailbox.send = async () => {
    throw new Error('no connection')
  }
  try {
    expect((await post('/recover', { email })).status).toBe(200)
    await context.emails(email)
    expect(context.loggedErrors).toHaveLength(1)
  } finally {
    context.mailbox.send = send
  }
})
