import { describe, expect, it } from 'vitest'
import { displayEmail, displayName } from './people.ts'

describe('displayName', () => {
  it('prefers the account’s name, then the email before the @, then User', () => {
    expect(displayName({ email: 'ada@example.org', user_metadata: { name: ' Ada ' } })).toBe('Ada')
    expect(displayName({ email: 'ada@example.org', user_metadata: { name: '  ' } })).toBe('ada')
    expect(displayName({ email: 'ada@example.org', user_metadata: { name: 7 } })).toBe('ada')
    expect(displayName({ email: '@example.org', user_metadata: null })).toBe('User')
    expect(displayName({})).toBe('User')
  })
})

describe('displayEmail', () => {
  it('is unknown without an email address', () => {
    expect(displayEmail({ email: 'ada@example.org' })).toBe('ada@example.org')
    expect(displayEmail({ email: null })).toBe('unknown')
  })
})
