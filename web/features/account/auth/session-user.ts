/** The signed-in user, read from the auth service's response. */

import { isRecord } from '#domain/values/is-record'
import { awaitsSecondFactor, hasSecondFactor } from './pending-factor.ts'
import { displayEmail, displayName } from './people.ts'

export interface SessionUser {
  id: string
  name: string
  email: string
  avatarUrl: string | null
}

export function toSessionUser(user: {
  id: string
  email?: string
  user_metadata?: Record<string, unknown>
}): SessionUser {
  return {
    id: user.id,
    name: displayName(user),
    email: displayEmail(user),
    // Other schemes, such as javascript: or data:, are not loaded.
    avatarUrl: textOf(user.user_metadata?.avatar_url)?.match(/^https?:\/\/\S+$/i)?.[0] ?? null,
  }
}

/** Reads the user from the session that supabase-js stored; null for invalid values, and while the second factor is missing. */
export function storedSessionUser(stored: string | null): SessionUser | null {
  const session = storedSession(stored)
  return session && !session.awaitsSecondFactor ? session.user : null
}

export interface StoredSession {
  user: SessionUser
  hasPassword: boolean
  hasSecondFactor: boolean
  awaitsSecondFactor: boolean
}

/** null for invalid values */
export function storedSession(stored: string | null): StoredSession | null {
  if (!stored) return null
  try {
    const session: unknown = JSON.parse(stored)
    if (!isRecord(session) || !textOf(session.refresh_token) || !isRecord(session.user)) return null
    const { id, email, user_metadata: metadata, factors, identities } = session.user
    if (typeof id !== 'string') return null
    const user = toSessionUser({
      id,
      email: typeof email === 'string' ? email : undefined,
      user_metadata: isRecord(metadata) ? metadata : undefined,
    })
    const known = { factors: Array.isArray(factors) ? factors : [] }
    const hasPassword = !Array.isArray(identities) || identities.some((known) => known?.provider === 'email')
    const token = { access_token: textOf(session.access_token) ?? '', user: known }
    return { user, hasPassword, hasSecondFactor: hasSecondFactor(known), awaitsSecondFactor: awaitsSecondFactor(token) }
  } catch {
    // Invalid JSON counts as no session.
    return null
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
