/** Database clients of functions. The service key bypasses row-level security, so functions check the caller's rights themselves. */
import { createClient, type PostgrestError, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../../domain/database.generated.ts'
import { Refusal } from './responses.ts'
import type { Settings } from './settings.ts'

export type Service = SupabaseClient<Database>

const withoutSession = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } }

export function openService({ supabaseUrl, serviceKey }: Settings): Service {
  return createClient<Database>(supabaseUrl, serviceKey, withoutSession)
}

/** A client with the rights of the token's owner. */
export function openWithToken({ supabaseUrl, anonKey }: Settings, token: string): Service {
  return createClient<Database>(supabaseUrl, anonKey, {
    ...withoutSession,
    global: { headers: { authorization: `Bearer ${token}` } },
  })
}

export interface Member {
  readonly id: string
  readonly email: string | undefined
}

/** The signed-in caller. The auth service verifies the token, so a signed-out or unverified token is refused. @throws Refusal */
export async function requireMember(request: Request, service: Service): Promise<Member> {
  const token = /^bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const { data, error } = token ? await service.auth.getUser(token) : { data: { user: null }, error: null }
  if (error && (error.status === undefined || error.status >= 500))
    throw new Error('The account could not be looked up', { cause: error })
  if (!data.user || data.user.is_anonymous) throw new Refusal(401, 'account', 'Please sign in first.')
  return { id: data.user.id, email: data.user.email }
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
    throw new Error(error?.message ?? 'The response has no data', { cause: error })
  return data
}

/** Like `unwrap`, for calls without a result. @throws Refusal, Error */
export function check(response: ServiceResponse<unknown>): void {
  if (response.error) unwrap(response)
}
