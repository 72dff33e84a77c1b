import { describe, expect, it } from 'vitest'
import { registrationErrors } from './register-rules.ts'

describe('the rules of registration', () => {
  it('says of every empty field what is missing, in the order of the form', () => {
    expect(Object.entries(registrationErrors({ email: ' ', firstName: '', password: '' }))).toEqual([
      ['firstName', 'Please enter your first name'],
      ['email', 'Please enter your email address'],
      ['password', 'Please choose a password'],
    ])
  })

  it('has nothing to say of a complete registration, a password of spaces included', () => {
    expect(registrationErrors({ email: 'a@b.test', firstName: 'Rosie', password: '   ' })).toEqual({})
  })
})
