import { describe, expect, it } from 'vitest'
import { registrationErrors } from './register-rules.ts'

describe('registrationErrors', () => {
  it('returns an error for every empty field, in the order of the form', () => {
    expect(Object.entries(registrationErrors({ email: ' ', firstName: '', password: '' }))).toEqual([
      ['firstName', 'Please enter your first name'],
      ['email', 'Please enter your email address'],
      ['password', 'Please choose a password'],
    ])
  })

  it('accepts a complete registration, even with a password of spaces', () => {
    expect(registrationErrors({ email: 'a@b.test', firstName: 'Rosie', password: '   ' })).toEqual({})
  })
})
