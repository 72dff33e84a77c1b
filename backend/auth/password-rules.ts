/** The instance's password rules. */
import { invalid, weakPassword } from './errors.ts'
import { maximumPasswordBytes } from './passwords.ts'
import type { AuthSettings, PasswordRequirements } from './settings.ts'

const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const digits = '0123456789'
const symbols = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~'

/** A password needs a character of each set. */
const sets: Record<PasswordRequirements, readonly string[]> = {
  none: [],
  letters_digits: [lower + upper, digits],
  lower_upper_letters_digits: [lower, upper, digits],
  lower_upper_letters_digits_symbols: [lower, upper, digits, symbols],
}

/** @throws AuthError weak_password (with reasons), validation_failed when bcrypt could not take all of it */
export function assertAcceptablePassword(password: string, { minimumLength, requirements }: AuthSettings['password']) {
  if (Buffer.byteLength(password) > maximumPasswordBytes) {
    throw invalid(`Password cannot be longer than ${maximumPasswordBytes} characters`)
  }
  const required = sets[requirements]
  const isMissing = (set: string) => ![...set].some((character) => password.includes(character))
  const problems = [
    [...password].length < minimumLength && {
      reason: 'length',
      message: `Password should be at least ${minimumLength} characters.`,
    },
    required.some(isMissing) && {
      reason: 'characters',
      message: `Password should contain at least one character of each: ${required.join(', ')}.`,
    },
  ].filter((problem) => problem !== false)
  if (problems.length === 0) return
  throw weakPassword(
    problems.map(({ message }) => message).join(' '),
    problems.map(({ reason }) => reason),
  )
}
