import { describe, expect, it } from 'vitest'
import { profileForm, readPhone } from './profile-form.ts'

describe('a phone number', () => {
  it.each([
    ['020 7946 0018', '+44 20 7946 0018'],
    ['(07400) 123456', '+44 7400 123456'],
    ['+353 1 234 5678', '+353 1 234 5678'],
  ])('%s is saved as %s', (text, kept) => {
    expect(readPhone(text)).toBe(kept)
  })

  it.each(['12', '020 7946', 'call me', '0800 FLOWERS', '+44 20 7946 0018 ext 5', '99999999999999999999'])(
    '%s is refused',
    (text) => {
      expect(readPhone(text)).toBeNull()
    },
  )
})

describe('a profile', () => {
  it('requires only a first name', () => {
    expect(profileForm.parse({ firstName: ' Ann ', lastName: ' ', phone: '' })).toEqual({
      firstName: 'Ann',
      lastName: null,
      phone: null,
    })
  })

  it('reports invalid fields', () => {
    const { error } = profileForm.safeParse({ firstName: ' ', lastName: 'x'.repeat(101), phone: '12' })
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'Please enter your first name.',
      'Please use at most 100 characters.',
      'Please enter a phone number, such as 020 7946 0123.',
    ])
  })
})
