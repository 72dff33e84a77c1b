/** Converts a provider's profile to GoTrue's claims, with limited lengths and without unsafe content. */

import { normaliseEmail } from '../accounts/email-addresses.ts'
import type { JsonObject } from '../body.ts'
import { AuthError } from '../errors.ts'
import type { ExternalIdentity } from './provider.ts'

export interface Profile {
  readonly issuer: string
  readonly subject: string
  readonly email: unknown
  readonly emailVerified: boolean
  readonly name?: unknown
  readonly userName?: unknown
  readonly picture?: unknown
}

export function identityOf(profile: Profile): ExternalIdentity {
  const email = addressOf(profile.email)
  const emailVerified = email !== '' && profile.emailVerified
  const name = plainText(profile.name)
  const userName = plainText(profile.userName)
  const picture = pictureOf(profile.picture)
  const claims: JsonObject = {
    iss: profile.issuer,
    sub: profile.subject,
    provider_id: profile.subject,
    ...(email !== '' && { email }),
    email_verified: emailVerified,
    phone_verified: false,
    ...(name !== '' && { name, full_name: name }),
    ...(userName !== '' && { user_name: userName, preferred_username: userName }),
    ...(picture !== '' && { picture, avatar_url: picture }),
  }
  return { subject: profile.subject, email, emailVerified, claims }
}

function addressOf(value: unknown): string {
  if (typeof value !== 'string' || value === '') return ''
  try {
    return normaliseEmail(value)
  } catch (error) {
    if (error instanceof AuthError) return ''
    throw error
  }
}

function plainText(value: unknown): string {
  if (typeof value !== 'string') return ''
  return value
    .replace(/[\p{Cc}\p{Surrogate}]/gu, ' ')
    .trim()
    .slice(0, 120)
    .trim()
}

/** Only https URLs, because pages show this picture to others. */
function pictureOf(value: unknown): string {
  if (typeof value !== 'string' || value.length > 1_000 || !URL.canParse(value)) return ''
  const url = new URL(value)
  return url.protocol === 'https:' ? url.href : ''
}
