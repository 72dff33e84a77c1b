/** The instance's password rules. */
import type { JsonObject } from '../body.ts'
import { invalid, weakPassword } from '../errors.ts'
import type { AuthSettings, PasswordRequirements } from '../settings.ts'
import { maximumPasswordBytes } from './passwords.ts'

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

/** What a password's owner makes public. */
export interface PasswordOwner {
  readonly emails: readonly string[]
  /** Texts under keys that contain `name` count. */
  readonly metadata: JsonObject
}

/** @throws AuthError weak_password (with reasons), validation_failed when bcrypt could not take all of it */
export function assertAcceptablePassword(
  password: string,
  { minimumLength, requirements, common }: AuthSettings['password'],
  owner: PasswordOwner,
): void {
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
    common !== null && easyGuess(folded(password), common, owner),
  ].filter((problem) => problem !== false)
  if (problems.length === 0) return
  throw weakPassword(
    problems.map(({ message }) => message).join(' '),
    problems.map(({ reason }) => reason),
  )
}

/** GoTrue gives this reason and the first text for leaked passwords. Clients know no other reason. */
function easyGuess(password: string, common: ReadonlySet<string>, owner: PasswordOwner) {
  const reason = 'pwned'
  if (common.has(password)) {
    return { reason, message: 'Password is known to be weak and easy to guess, please choose a different one.' }
  }
  return isPersonal(password, owner) && { reason, message: 'Password should not be your name or email address.' }
}

/** Whether the password consists of words of the owner's name and addresses, with nothing but digits and symbols added. */
function isPersonal(password: string, { emails, metadata }: PasswordOwner): boolean {
  const names = Object.entries(metadata).flatMap(([key, value]) =>
    /name/i.test(key) && typeof value === 'string' ? value : [],
  )
  const words = [...emails, ...names]
    .flatMap((text) => folded(text).split(/[\s@.+_-]+/))
    .map(withoutSymbols)
    .filter((word) => word.length >= 2)
    .toSorted((one, other) => other.length - one.length)
  const given = withoutSymbols(password)
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), given)
  return rest !== given && !/\p{L}/u.test(rest)
}

const withoutSymbols = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

const folded = (text: string) => text.normalize('NFKC').toLowerCase()
