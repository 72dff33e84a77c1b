/** Validates and normalises email addresses. */
import { invalid } from '../errors.ts'

/** The limit of an SMTP envelope: 64 characters before the @, 254 in all (RFC 5321, 4.5.3.1). */
const maximumLength = 254
const local = String.raw`[a-z0-9!#$%&'*+/=?^_\x60{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_\x60{|}~-]+)*`
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** Unquoted ASCII, with a dotted or single-label domain, so that an address is safe in a header and in a URL. */
const address = new RegExp(`^(?=.{1,64}@)${local}@${label}(?:\\.${label})*$`, 'i')

/** Lower-cased, as stored. @throws AuthError validation_failed */
export function normaliseEmail(input: string): string {
  if (input === '') throw invalid('An email address is required')
  if (input.length > maximumLength) throw invalid('An email address is too long')
  if (!address.test(input)) throw invalid('Unable to validate email address: invalid format')
  return input.toLowerCase()
}
