import { describe, expect, it } from 'vitest'
import { storedSessionUser, toSessionUser } from './session-user.ts'

const stored = (session: unknown) => storedSessionUser(JSON.stringify(session))

describe('the signed-in user', () => {
  it('has the name and the picture of the profile', () => {
    const user = {
      id: '1',
      email: 'rosie@example.com',
      user_metadata: { name: ' Rosie ', avatar_url: 'http://localhost:3000/avatar/Rosie.svg' },
    }
    expect(toSessionUser(user)).toEqual({
      id: '1',
      name: 'Rosie',
      email: 'rosie@example.com',
      avatarUrl: 'http://localhost:3000/avatar/Rosie.svg',
    })
  })

  it('is named after the email before the @, or User without an email', () => {
    expect(toSessionUser({ id: '1', email: 'rosie@example.com' }).name).toBe('rosie')
    expect(toSessionUser({ id: '1' })).toMatchObject({ name: 'User', email: 'unknown', avatarUrl: null })
  })

  it.each(['javascript:alert(1)', 'data:image/svg+xml,<svg/>', '//evil.example/a.svg', 42])(
    'does not load %s as a picture',
    (avatar) => {
      expect(toSessionUser({ id: '1', user_metadata: { avatar_url: avatar } }).avatarUrl).toBeNull()
    },
  )
})

describe('a stored session', () => {
  it('identifies the user before anything has been loaded', () => {
    const session = { access_token: 'a', refresh_token: 'r', user: { id: '1', email: 'rosie@example.com' } }
    expect(stored(session)).toMatchObject({ id: '1', name: 'rosie' })
  })

  it.each([
    ['nothing', null],
    ['truncated JSON', '{"access_tok'],
    ['a list', '[]'],
    ['no refresh token', JSON.stringify({ access_token: 'a', user: { id: '1' } })],
    ['no user', JSON.stringify({ refresh_token: 'r' })],
    ['a user without an id', JSON.stringify({ refresh_token: 'r', user: { email: 'a@b.test' } })],
  ])('counts as a visitor’s when it holds %s', (_what, text) => {
    expect(storedSessionUser(text)).toBeNull()
  })
})
