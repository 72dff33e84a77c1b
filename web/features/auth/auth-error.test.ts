import { describe, expect, it } from 'vitest'
import { isUnconfirmedEmail, serverMessage } from './auth-error.ts'

const error = (message: string, name = 'AuthApiError') => ({ message, name, status: 400, code: undefined })

describe('the message of an auth error', () => {
  it('is the server’s own message', () => {
    expect(serverMessage(error('Invalid login credentials'))).toBe('Invalid login credentials')
  })

  it('is left to the caller when the server gave none', () => {
    expect(serverMessage(error(''))).toBeUndefined()
    expect(serverMessage(error('{}'))).toBeUndefined()
  })

  it('does not blame the password when the server did not respond', () => {
    expect(serverMessage(error('Failed to fetch', 'AuthRetryableFetchError'))).toMatch(/could not reach the server/)
  })
})

describe('an unconfirmed email', () => {
  it('is recognised by its code, or by its message if the server sends no code', () => {
    expect(isUnconfirmedEmail({ code: 'email_not_confirmed', message: '' })).toBe(true)
    expect(isUnconfirmedEmail({ code: undefined, message: 'Email not confirmed' })).toBe(true)
    expect(isUnconfirmedEmail({ code: 'invalid_credentials', message: 'Invalid login credentials' })).toBe(false)
  })
})
