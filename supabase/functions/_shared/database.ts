/** The database as functions reach it: with the service key, past row-level security, so that only what the caller may do is asked of it. */
import { createClient, type PostgrestError, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../../domain/database.generated.ts'
import { Refusal } from './responses.ts'
import type { Settings } from './settings.ts'

export type Service = SupabaseClient<Database>

const withoutSession = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } }

export function openService({ supabaseUrl, serviceKey }: Settings): Service {
  return createClient<Database>(supabaseUrl, serviceKey, withoutSession)
}

/** The database as whoever has this token sees it. */
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

/** Who is asking: asked of auth itself, so that a token that was signed out, or that nobody checked before us, is nobody. @throws Refusal */
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

/** The data of an answer; what the database refuses in words for people is passed on. @throws Refusal, Error */
export function unwrap<Data>({ data, error, status }: ServiceResponse<Data>): NonNullable<Data> {
  if (error && status >= 400 && status < 500 && error.hint) throw new Refusal(status, error.hint, error.message)
  if (error || data === null || data === undefined)
    throw new Error(error?.message ?? 'The answer holds no data', { cause: error })
  return data
}

/** As `unwrap`, where there is nothing to answer. @throws Refusal, Error */
export function check(answer: ServiceResponse<unknown>): void {
  if (answer.error) unwrap(answer)
}
