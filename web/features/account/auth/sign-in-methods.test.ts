import type { UserIdentity } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { signInMethods } from './sign-in-methods.ts'

const email = 'ada@example.com'
const identity = (provider: string, identity_data: Record<string, unknown> = {}): UserIdentity => ({
  id: `at ${provider}`,
  identity_id: provider,
  user_id: 'ada',
  provider,
  identity_data,
})
const removable = (providers: string[], configured: string[]) =>
  signInMethods(
    providers.map((provider) => identity(provider)),
    email,
    configured,
  )
    .methods.filter((method) => method.removable !== null)
    .map(({ id }) => id)

describe('the ways to sign in', () => {
  it('are named, with the address or number that each one uses', () => {
    const known = [
      identity('email'),
      identity('google', { email: 'ada@google.example' }),
      identity('phone', { phone: '441234567' }),
      identity('someone', { email: 7 }),
    ]
    const { methods } = signInMethods(known, email, [])
    expect(methods.map(({ kind, name, detail }) => [kind, name, detail])).toEqual([
      ['password', 'Email and password', email],
      ['provider', 'Google', 'ada@google.example'],
      ['phone', 'Phone number', '+441234567'],
      ['provider', 'someone', ''],
    ])
  })

  it('can be removed while another one is left by which the member can sign in', () => {
    expect(removable(['email'], ['google'])).toEqual([])
    expect(removable(['google'], ['google'])).toEqual([])
    expect(removable(['email', 'google'], ['google'])).toEqual(['email', 'google'])
    // The site no longer offers Google, and nobody signs in by phone.
    expect(removable(['email', 'google', 'phone'], [])).toEqual(['google', 'phone'])
    expect(removable(['google', 'phone'], ['google'])).toEqual(['phone'])
    expect(removable(['google', 'phone'], [])).toEqual([])
  })

  it('can be added for each configured provider that is not linked', () => {
    const { linkable } = signInMethods([identity('email'), identity('google')], email, ['github', 'google', 'unknown'])
    expect(linkable).toEqual(['github'])
  })
})
