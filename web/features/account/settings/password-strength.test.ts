import { describe, expect, it } from 'vitest'
import { passwordStrength } from './password-strength.ts'

describe('the strength of a password', () => {
  it.each([
    ['', 'weak'],
    ['password', 'weak'],
    ['12345678901234567890', 'weak'],
    ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
    ['abcdefghijklmnopqrst', 'weak'],
    ['Crumpet7', 'fair'],
    ['proving-dough-at-dawn', 'strong'],
    ['k7#Vq2!mZp9x', 'strong'],
  ] as const)('of %j is %s', (password, strength) => {
    expect(passwordStrength(password)).toBe(strength)
  })

  it('ignores the member’s own name and email address', () => {
    expect(passwordStrength('rosemary.baker', [])).not.toBe('weak')
    expect(passwordStrength('rosemary.baker', ['rosemary@baker.example'])).toBe('weak')
  })
})
