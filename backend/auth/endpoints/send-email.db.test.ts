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

describe('of the hourly emails', () => {
  const quota = (emailsPerHour: number) =>
    context.reset((settings) => ({ ...settings, email: { ...settings.email, emailsPerHour } }))
  const request = async (address: string, path = '/signup', to = `${crypto.randomUUID()}@example.com`) => {
    const { status } = await context.call('POST', path, { address, body: { email: to, password: 'correct horse' } })
    // The email is sent after the response.
    await context.emails(to)
    return status
  }
  /** How many requests of a network are accepted before one is refused. */
  const acceptedFrom = async (address: string, path?: string, to?: (n: number) => string) => {
    for (let n = 0; ; n += 1) if ((await request(address, path, to?.(n))) === 429) return n
  }

  test('a network gets a quarter of those that are left, and new accounts seven tenths', async () => {
    await quota(30)
    await context.confirmedAccount()
    const accepted = []
    for (let n = 1; n <= 12; n += 1) accepted.push(await acceptedFrom(`203.0.113.${n}`))
    expect(accepted).toEqual([5, 4, 3, 2, 2, 1, 1, 1, 1, 1, 0, 0])
    expect(await request('203.0.113.1', '/recover', email)).toBe(429)
    expect(await request('203.0.113.20', '/recover', email)).toBe(200)
  })

  test('networks that request resets for many accounts leave one to another network', async () => {
    await quota(100)
    await context.confirmedAccount()
    const accounts = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => (await context.confirmedAccount(`mallory-${n}@example.com`)).email),
    )
    for (let network = 1; network <= 10; network += 1) {
      context.advance(61)
      await acceptedFrom(`203.0.113.${network}`, '/recover', (n) => accounts[n] ?? '')
    }
    expect(await request('198.51.100.1', '/recover', email)).toBe(200)
    expect(await context.emails(email)).toHaveLength(1)
  })

  test('one network sends five to an address', async () => {
    await quota(100)
    await context.confirmedAccount()
    const statuses = []
    for (let n = 0; n < 6; n += 1) {
      context.advance(61)
      statuses.push(await request('203.0.113.1', '/recover', email))
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(await request('203.0.113.1', '/recover', 'other@example.com')).toBe(200)
    context.advance(61)
    expect(await request('203.0.113.2', '/recover', email)).toBe(200)
  })

  test('a fifth is for members who have been signed in on their network for a day, three for each network', async () => {
    await quota(20)
    const signedIn = async (name: string, address: string) => {
      await context.confirmedAccount(name)
      await context.call('POST', '/token?grant_type=password', {
        address,
        body: { email: name, password: 'correct horse' },
      })
      return name
    }
    const neighbours = []
    for (const name of ['ann', 'bea', 'cat', 'dee'])
      neighbours.push(await signedIn(`${name}@example.com`, `2001:db8:1:${neighbours.length}::5`))
    context.advance(86_400)
    const stranger = await signedIn('stranger@example.com', '203.0.113.1')
    for (let n = 1; n <= 16; n += 1) {
      const { email: to } = await context.confirmedAccount(`mallory-${n}@example.com`)
      expect(await request(`198.51.100.${n}`, '/recover', to)).toBe(200)
    }
    expect(await request('203.0.113.1', '/recover', stranger)).toBe(429)
    expect(await request('203.0.113.1', '/recover', neighbours[0])).toBe(429)
    expect(await request('203.0.113.1', '/recover', 'nobody@example.com')).toBe(429)
    const statuses = []
    for (const name of neighbours) statuses.push(await request('2001:db8:1:9::1', '/recover', name))
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})

test('emails stop at the hourly quota for every address, and resume an hour later', async () => {
  await context.reset((settings) => ({ ...settings, email: { ...settings.email, emailsPerHour: 2 } }))
  await context.confirmedAccount()
  const from = (address: string, path: string, to: string) =>
    context.call('POST', path, { address, body: { email: to, password: 'correct horse' } })
  expect((await from('203.0.113.1', '/recover', email)).status).toBe(200)
  expect((await from('203.0.113.2', '/signup', 'second@example.com')).status).toBe(200)
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
