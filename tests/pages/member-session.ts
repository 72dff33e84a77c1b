/** A member's session as supabase-js stores it. Its token is unsigned: nothing in the browser checks it. */
import { sessionKey } from '#web/features/account/auth/auth-storage.ts'

export interface TestMember {
  readonly id?: string
  readonly name?: string
  readonly email?: string
  /** Such as { provider: 'google' }. A password is an identity of the provider 'email'. */
  readonly identities?: readonly { readonly provider: string }[]
  readonly factors?: readonly { readonly id: string; readonly status: string; readonly factor_type: string }[]
}

export const memberId = '7e57ab1e-0000-4000-8000-000000000001'

/** The year 2100. */
const expiresAt = 4_102_444_800

/** The user as the auth service returns it. */
export function userOf({ id = memberId, name = 'Robin', email = 'robin@example.com', ...more }: TestMember) {
  const at = '2026-01-02T09:00:00Z'
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    email_confirmed_at: at,
    last_sign_in_at: at,
    created_at: at,
    updated_at: at,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { name },
    identities: (more.identities ?? [{ provider: 'email' }]).map(({ provider }) => ({
      id: `${id}-${provider}`,
      identity_id: `${id}-${provider}`,
      user_id: id,
      provider,
      identity_data: { email },
    })),
    factors: (more.factors ?? []).map((factor) => ({ ...factor, created_at: at, updated_at: at })),
  }
}

/** The session as the auth service returns it after a sign-in. */
export function sessionOf(member: TestMember) {
  const user = userOf(member)
  const claims = { sub: user.id, role: 'authenticated', aal: 'aal1', exp: expiresAt, session_id: user.id, amr: [] }
  return {
    access_token: [{ alg: 'none', typ: 'JWT' }, claims, 'unsigned'].map(encoded).join('.'),
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3_600,
    expires_at: expiresAt,
    user,
  }
}

const encoded = (part: object | string) =>
  btoa(typeof part === 'string' ? part : JSON.stringify(part))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Signs the member in before the page opens. */
export function storeSession(member: TestMember): void {
  window.localStorage.setItem(sessionKey, JSON.stringify(sessionOf(member)))
}
