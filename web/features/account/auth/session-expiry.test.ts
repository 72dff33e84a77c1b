import { describe, expect, it, vi } from 'vitest'
import { createSessionExpiry } from './session-expiry.ts'
import { createSessionFetch } from './session-fetch.ts'

describe('an expired session', () => {
  const open = () => {
    const [onExpired, onResolved] = [vi.fn(), vi.fn()]
    return { onExpired, onResolved, expiry: createSessionExpiry({ onExpired, onResolved }) }
  }

  it('opens one dialog for all waiting requests, which continue with the new token', async () => {
    const { expiry, onExpired, onResolved } = open()
    expiry.start('ann')
    expiry.start('ann')
    const waiting = [expiry.renewed(), expiry.renewed()]
    expiry.renew('ann', 'new')
    expect(await Promise.all(waiting)).toEqual(['new', 'new'])
    expect([onExpired, onResolved].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
    expect([expiry.isExpired(), await expiry.renewed()]).toEqual([false, null])
  })

  it('refuses waiting requests when another member signs in, or nobody does', async () => {
    const { expiry } = open()
    for (const end of [() => expiry.renew('bea', 'hers'), () => expiry.cancel()]) {
      expiry.start('ann')
      const waiting = expiry.renewed()
      end()
      expect(await waiting).toBeNull()
    }
  })
})

describe('a request of a member', () => {
  const url = 'https://shop.example/rest/v1/favourites'
  function setUp(
    sent: string,
    statuses: number[],
    { token = 'new', isSignedIn = true }: { token?: string | null; isSignedIn?: boolean } = {},
  ) {
    const fetch = vi.fn(
      async (..._: Parameters<typeof globalThis.fetch>) => new Response('', { status: statuses.shift() ?? 200 }),
    )
    const renew = vi.fn(async () => token)
    const sessionFetch = createSessionFetch({ anonKey: 'anon', isSignedIn: () => isSignedIn, renew, fetch })
    const tokens = () => fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'))
    const send = (path = url) =>
      sessionFetch(path, { method: 'POST', body: '{}', headers: { authorization: `Bearer ${sent}` } })
    return { send, renew, tokens }
  }

  it('is sent once when it is accepted', async () => {
    const { send, renew, tokens } = setUp('old', [403])
    expect((await send()).status).toBe(403)
    expect([tokens(), renew.mock.calls]).toEqual([['Bearer old'], []])
  })

  it('is repeated with a new token when its token is refused', async () => {
    const { send, tokens } = setUp('old', [401])
    expect((await send()).status).toBe(200)
    expect(tokens()).toEqual(['Bearer old', 'Bearer new'])
  })

  it('is never sent as a visitor', async () => {
    const { send, tokens } = setUp('anon', [])
    await send()
    expect(tokens()).toEqual(['Bearer new'])
  })

  it('is refused when the member does not sign in again', async () => {
    const { send, tokens } = setUp('anon', [], { token: null })
    const refused = await send()
    expect([refused.status, await refused.json(), tokens()]).toEqual([
      401,
      { code: 'session_ended', message: 'Your session has ended. Please sign in again.' },
      [],
    ])
  })

  it('is passed through if it creates the session, or if nobody is signed in', async () => {
    const { send, renew } = setUp('anon', [401])
    expect((await send('https://shop.example/auth/v1/token')).status).toBe(401)
    const visitor = setUp('anon', [401], { isSignedIn: false })
    expect((await visitor.send()).status).toBe(401)
    expect(renew).not.toHaveBeenCalled()
  })
})
