/** API clients with the service key or a member's token. The service key bypasses row-level security, so functions check the caller's rights. */
import { createClient, type PostgrestError, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../../domain/database.generated.ts'
import { Refusal } from './responses.ts'
import type { Settings } from './settings.ts'

export type DatabaseClient = SupabaseClient<Database>

const withoutSession = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } }

/** A client with the service key. */
export function openServiceClient({ supabaseUrl, serviceKey }: Settings): DatabaseClient {
  return createClient<Database>(supabaseUrl, serviceKey, withoutSession)
}

/** A client with the rights of the token's owner. */
export function openTokenClient({ supabaseUrl, anonKey }: Settings, token: string): DatabaseClient {
  return createClient<Database>(supabaseUrl, anonKey, {
    ...withoutSession,
    global: { headers: { authorization: `Bearer ${token}` } },
  })
}

export interface Member {
  readonly id: string
  readonly email: string | undefined
}

/** The signed-in caller. The auth service verifies the token, which refuses forged tokens and ended sessions. @throws Refusal */
export async function requireMember(request: Request, service: DatabaseClient): Promise<Member> {
  const token = /^bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const { data, error } = token ? await service.auth.getUser(token) : { data: { user: null }, error: null }
  if (error && (error.status === undefined || error.status >= 500))
    throw new Error('The auth service did not respond to a token', { cause: error })
  if (!token || !data.user || data.user.is_anonymous) throw new Refusal(401, 'account', 'Please sign in first.')
  const hasSecondFactor = data.user.factors?.some(({ status }) => status === 'verified') ?? false
  if (hasSecondFactor && levelOf(token) !== 'aal2')
    throw new Refusal(401, 'account', 'Please enter the code from your authenticator app first.')
  return { id: data.user.id, email: data.user.email }
}

/** The assurance level of a session, as in its verified token. */
function levelOf(token: string): unknown {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  return JSON.parse(atob(payload)).aal
}

interface ServiceResponse<Data> {
  readonly data: Data
  readonly error: PostgrestError | null
  readonly status: number
}

/** The data of a response. Refusals of the database are passed on to the caller. @throws Refusal, Error */
export function unwrap<Data>({ data, error, status }: ServiceResponse<Data>): NonNullable<Data> {
  if (error && status >= 400 && status < 500 && error.hint) throw new Refusal(status, error.hint, error.message)
  if (error || data === null || data === undefined)
    throw new Error(error?.message ?? 'The response of the database has no data', { cause: error })
  return data
}

/** Like `unwrap`, for calls without a result. @throws Refusal, Error */
export function check(response: ServiceResponse<unknown>): void {
  if (response.error) unwrap(response)
}
