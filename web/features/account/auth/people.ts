/** A member's display name and email address, from the account. */

export interface AccountNames {
  readonly email?: string | null
  readonly user_metadata?: { readonly [key: string]: unknown } | null
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** The account's name, else the part of the email before the @, else 'User'. */
export function displayName({ email, user_metadata }: AccountNames): string {
  return text(user_metadata?.name) || text(text(email).split('@')[0]) || 'User'
}

export function displayEmail({ email }: AccountNames): string {
  return text(email) || 'unknown'
}
