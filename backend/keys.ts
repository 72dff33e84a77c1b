/** The project's two keys: tokens of the roles anon (publishable) and service_role (secret), like Supabase's legacy keys. */
import type { Tokens } from './tokens.ts'

export interface Keys {
  readonly anonKey: string
  /** Bypasses row-level security, so it never leaves the server. */
  readonly serviceKey: string
}

/** Fixed, so that a secret always gives the same keys: 2025-01-01 and ten years later, in Unix seconds. */
const issuedAt = 1_735_689_600
const expiresAt = 2_051_222_400

export async function createKeys(tokens: Tokens): Promise<Keys> {
  const key = (role: string) => tokens.sign({ iss: 'supabase', role, iat: issuedAt, exp: expiresAt })
  return { anonKey: await key('anon'), serviceKey: await key('service_role') }
}
