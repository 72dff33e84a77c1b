import { describe, expect, it, vi } from 'vitest'
import { createSessionFetch } from './session-fetch.ts'
import { createSessionLapse } from './session-lapse.ts'

describe('a session that ends by itself', () => {
  const open = () => {
    const [onBegin, onOver] = [vi.fn(), vi.fn()]
    return { onBegin, onOver, lapse: createSessionLapse({ onBegin, onOver }) }
  }

  it('is told of once, however much waits for it, and lets all of it go on with the new token', async () => {
    const { lapse, onBegin, onOver } = open()
    lapse.begin('ann')
    lapse.begin('ann')
    const waiting = [lapse.over(), lapse.over()]
    lapse.end('ann', 'new')
    expect(await Promise.all(waiting)).toEqual(['new', 'new'])
    expect([onBegin, onOver].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
    expect([lapse.isOn(), await lapse.over()]).toEqual([false, null])
  })

  it('gives nothing that waits to another person, nor to nobody', async () => {
    const { lapse } = open()
    for (const end of [() => lapse.end('bea', 'hers'), () => lapse.giveUp()]) {
      lapse.begin('ann')
      const waiting = lapse.over()
      end()
      expect(await waiting).toBeNull()
    }
  })
})

describe('a request of whoever is signed in', () => {
  const address = 'https://shop.example/rest/v1/favourites'
  function ask(
    sent: string,
    answers: number[],
    { token = 'new', isSignedIn = true }: { token?: string | null; isSignedIn?: boolean } = {},
  ) {
    const fetch = vi.fn(
      async (..._: Parameters<typeof globalThis.fetch>) => new Response('', { status: answers.shift() ?? 200 }),
    )
    const renew = vi.fn(async () => token)
    const asked = createSessionFetch({ anonKey: 'anon', isSignedIn: () => isSignedIn, renew, fetch })
    const tokens = () => fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'))
    const answer = (path = address) =>
      asked(path, { method: 'POST', body: '{}', headers: { authorization: `Bearer ${sent}` } })
    return { answer, renew, tokens }
  }

  it('goes out once when it is answered', async () => {
    const { answer, renew, tokens } = ask('old', [403])
    expect((await answer()).status).toBe(403)
    expect([tokens(), renew.mock.calls]).toEqual([['Bearer old'], []])
  })

  it('is sent again with another token when its own is refused', async () => {
    const { answer, tokens } = ask('old', [401])
    expect((await answer()).status).toBe(200)
    expect(tokens()).toEqual(['Bearer old', 'Bearer new'])
  })

  it('never goes out as a visitor’s', async () => {
    const { answer, tokens } = ask('anon', [])
    await answer()
    expect(tokens()).toEqual(['Bearer new'])
  })

  it('is refused when nobody signs in again', async () => {
    const { answer, tokens } = ask('anon', [], { token: null })
    const refused = await answer()
    expect([refused.status, await refused.json(), tokens()]).toEqual([
      401,
      { code: 'session_ended', message: 'Your session has ended. Please sign in again.' },
      [],
    ])
  })

  it('is left alone where it makes the session, or where nobody is signed in', async () => {
    const { answer, renew } = ask('anon', [401])
    expect((await answer('https://shop.example/auth/v1/token')).status).toBe(401)
    const visitor = ask('anon', [401], { isSignedIn: false })
    expect((await visitor.answer()).status).toBe(401)
    expect(renew).not.toHaveBeenCalled()
  })
})
