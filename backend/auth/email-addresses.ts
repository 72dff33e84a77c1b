/** Checks and normalises e-mail addresses. */
import { invalid } from './errors.ts'

/** What an SMTP envelope takes: 64 before the @, 254 in all (RFC 5321, 4.5.3.1). */
const maximumLength = 254
const local = String.raw`[a-z0-9!#$%&'*+/=?^_\x60{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_\x60{|}~-]+)*`
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** Unquoted, ASCII, with a dotted or single-label domain: nothing here can leave its place in a header or a URL. */
const address = new RegExp(`^(?=.{1,64}@)${local}@${label}(?:\\.${label})*$`, 'i')

/** Lower-cased, as accounts are kept. @throws AuthError validation_failed */
export function normaliseEmail(input: string): string {
  if (input === '') throw invalid('An email address is required')
  if (input.length > maximumLength) throw invalid('An email address is too long')
  if (!address.test(input)) throw invalid('Unable to validate email address: invalid format')
  return input.toLowerCase()
}
