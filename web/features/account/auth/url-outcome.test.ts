import { describe, expect, it } from 'vitest'
import { cleanUrl, readUrlOutcome } from './url-outcome.ts'

const at = (rest: string) => new URL(rest, 'http://localhost:3000')

describe('the outcome in a URL', () => {
  it('is a session after a confirmation link', () => {
    const url = at('/#access_token=a.b.c&expires_in=3600&refresh_token=r1&token_type=bearer&type=signup')
    expect(readUrlOutcome(url)).toEqual({
      kind: 'session',
      accessToken: 'a.b.c',
      refreshToken: 'r1',
      purpose: 'signup',
    })
    expect(cleanUrl(url)).toBe('/')
  })

  it('comes with a wish, which is removed from the page’s query', () => {
    const tokens = '#access_token=a.b.c&refresh_token=r1&type=signup'
    expect(cleanUrl(at(`/product/1?tab=reviews&wish=favourite%3A1${tokens}`))).toBe('/product/1?tab=reviews')
    expect(cleanUrl(at('/product/1?wish=favourite%3A1'))).toBe('/product/1?wish=favourite%3A1')
  })

  it('is an error when a link has expired', () => {
    const url = at(
      '/?q=cake#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired',
    )
    expect(readUrlOutcome(url)).toEqual({
      kind: 'error',
      code: 'otp_expired',
      description: 'Email link is invalid or has expired',
    })
    expect(cleanUrl(url)).toBe('/?q=cake')
  })

  it('is the provider’s error in the query, which is removed while the rest stays', () => {
    const url = at('/search?q=pie&error=server_error&error_description=Unable+to+exchange#reviews')
    expect(readUrlOutcome(url)).toEqual({ kind: 'error', code: null, description: 'Unable to exchange' })
    expect(cleanUrl(url)).toBe('/search?q=pie#reviews')
  })

  it.each(['/', '/product/1#reviews', '/search?q=error', '/search?error=mine', '/#access_token=half'])(
    'is absent at %s, which stays unchanged',
    (url) => {
      expect(readUrlOutcome(at(url))).toBeNull()
      expect(cleanUrl(at(url))).toBe(url)
    },
  )
})
