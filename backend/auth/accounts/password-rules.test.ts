import { describe, expect, it } from 'vitest'
import { readProject } from '#backend/project'
import { AuthError } from '../errors.ts'
import { defaultAuthSettings } from '../settings.ts'
import { assertAcceptablePassword, type PasswordOwner } from './password-rules.ts'

const rosie: PasswordOwner = {
  emails: ['rosie.baxter@example.com', ''],
  metadata: { name: 'Rosie', full_name: 'Rosie O’Neill', avatar_url: 'https://example.com/a.svg', age: 30 },
}
const rules = { ...defaultAuthSettings({ siteUrl: 'https://shop.example' }).password, minimumLength: 8 }
const common = new Set(['trustno1', 'sunshine'])

/** The reasons of a refusal, and its text; null for an accepted password. */
function refusal(password: string, given: Partial<typeof rules> = {}) {
  try {
    assertAcceptablePassword(password, { ...rules, common, ...given }, rosie)
    return null
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return { ...Object(error.extra.weak_password), message: error.message }
  }
}

describe('a common password', () => {
  it('is refused in capitals too, as a leaked one at GoTrue', () => {
    const message = 'Password is known to be weak and easy to guess, please choose a different one.'
    expect(refusal('trustno1')).toEqual({ reasons: ['pwned'], message })
    expect(refusal('TrustNo1')).toEqual({ reasons: ['pwned'], message })
  })

  it('is accepted with words around it, and by a project without a list', () => {
    expect(refusal('sunshine over dough')).toBeNull()
    expect(refusal('sunshine', { common: null })).toBeNull()
    expect(refusal('rosie.baxter', { common: null })).toBeNull()
  })
})

describe('a password made of its owner’s name or email address', () => {
  it.each([
    'rosie.baxter@example.com',
    'Rosie.Baxter',
    'RosieBaxter1!',
    '2024rosie2024',
    'ROSIE o’neill',
    'ｒｏｓｉｅ１２３',
  ])('is refused: %s', (password) =>
    expect(refusal(password)).toMatchObject({ reasons: ['pwned'], message: expect.stringContaining('name') }),
  )

  it.each(['rosie likes dough', '20242024!', 'prosiebaxters'])(
    'is accepted with other words, or without the name: %s',
    (password) => expect(refusal(password)).toBeNull(),
  )
})

it('names every rule that a password breaks', () => {
  expect(refusal('Rosie')).toMatchObject({ reasons: ['length', 'pwned'] })
})

it('The marketplace’s list has the 10,000 most common passwords of at least eight characters, without its comments', async () => {
  const { commonPasswords, auth } = await readProject(new URL('../../../supabase', import.meta.url).pathname, {})
  const passwords = [...(commonPasswords ?? [])]
  expect(passwords.filter(({ length }) => length >= auth.minimum_password_length)).toHaveLength(10_000)
  expect(passwords).toEqual(expect.arrayContaining(['123456', 'password1', 'qwertyuiop']))
  expect(passwords.filter((password) => password.includes(' '))).toEqual([])
})
