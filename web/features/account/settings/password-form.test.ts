import { describe, expect, it } from 'vitest'
import { errorsOf } from '#domain/values/form-errors'
import { passwordForm } from './password-form.ts'

describe('the password form', () => {
  it('requires the same new password twice', () => {
    const password = { currentPassword: 'old', newPassword: 'new', confirmPassword: 'new' }
    expect(errorsOf(passwordForm, password)).toEqual({})
    expect(errorsOf(passwordForm, { ...password, confirmPassword: 'New' })).toEqual({
      confirmPassword: 'Passwords do not match',
    })
  })
})
