/** Access tokens (JWTs) of a session. */
import type { Tokens } from '#backend/tokens'
import type { User } from '../accounts/users.ts'
import type { AuthSettings } from '../settings.ts'

interface Authentication {
  /** E.g. `password` or `otp`. */
  readonly method: string
  /** Unix seconds. */
  readonly timestamp: number
}

export interface SessionOfToken {
  readonly id: string
  readonly aal: string
  readonly amr: readonly Authentication[]
}

export interface AccessToken {
  readonly token: string
  /** Unix seconds. */
  readonly expiresAt: number
}

export interface Signing {
  readonly tokens: Pick<Tokens, 'signAccess'>
  readonly settings: AuthSettings
  now(): Date
}

/** The role is always `authenticated`: the account's row cannot turn a member into service_role. */
export async function signAccessToken(
  { tokens, settings, now }: Signing,
  account: User,
  session: SessionOfToken,
): Promise<AccessToken> {
  const issuedAt = Math.floor(now().getTime() / 1000)
  const expiresAt = issuedAt + settings.tokens.accessTokenSeconds
  const token = await tokens.signAccess({
    iss: settings.apiUrl,
    sub: account.id,
    aud: 'authenticated',
    exp: expiresAt,
    iat: issuedAt,
    email: account.email,
    phone: account.phone,
    app_metadata: account.raw_app_meta_data ?? {},
    user_metadata: account.raw_user_meta_data ?? {},
    role: 'authenticated',
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: account.is_anonymous,
  })
  return { token, expiresAt }
}
