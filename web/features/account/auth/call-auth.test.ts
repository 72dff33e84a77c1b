import { createClient } from '@supabase/supabase-js'
import { describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Database } from '#domain/database.generated'
import { createServerHouseholdStore } from '#features/discover/household'
import { createServerPlaceStore } from '#features/discover/location'
import type { AppContext } from '#platform/app-context.ts'
import { createClock } from '#platform/clock.ts'
import { messageFor } from '#platform/message-for.ts'
import { createQueryClient } from '#platform/query-client.ts'
import { isUnconfirmedEmail } from './auth-actions.ts'
import { callAuth, isAuthRefusal } from './call-auth.ts'

// supabase-js needs a WebSocket to start, and Node 20 has none.
vi.stubGlobal('WebSocket', WebSocket)

function appWith(supabase: AppContext['supabase']): AppContext {
  const config = { supabaseUrl: '', supabaseAnonKey: '', providers: [], siteUrl: '', supportEmail: '' }
  return {
    household: createServerHouseholdStore(),
    clock: createClock(Date.now()),
    queryClient: createQueryClient('server'),
    supabase,
    config,
    place: createServerPlaceStore(''),
  }
}

/** The error of a sign-in whose request gets this response. */
async function failure(fetch: typeof globalThis.fetch): Promise<unknown> {
  const auth = { persistSession: false, autoRefreshToken: false }
  const client = createClient<Database>('https://tuckbox.test', 'key', { global: { fetch }, auth })
  return callAuth(
    appWith(() => Promise.resolve(client)),
    (service) => service.signInWithPassword({ email: 'a@b.test', password: 'x' }),
  ).catch((error: unknown) => error)
}

const refused = (body: object) => failure(() => Promise.resolve(Response.json(body, { status: 400 })))

describe('the message of an auth error', () => {
  it('is the server’s own message', async () => {
    const error = await refused({ error_code: 'invalid_credentials', msg: 'Invalid login credentials' })
    expect(messageFor(error, 'Fallback')).toBe('Invalid login credentials')
    expect(isAuthRefusal(error, 'invalid_credentials')).toBe(true)
    expect(isAuthRefusal(error, 'weak_password')).toBe(false)
  })

  it('is left to the caller when the server gave none', async () => {
    expect(messageFor(await refused({}), 'Fallback')).toBe('Fallback')
    expect(messageFor(await refused({ msg: '' }), 'Fallback')).toBe('Fallback')
  })

  it('does not blame the password when the server did not respond', async () => {
    const gateway = () => Promise.resolve(new Response(null, { status: 503 }))
    expect(messageFor(await failure(gateway), 'Fallback')).toMatch(/cannot be reached/)
    const unloaded = appWith(() => Promise.reject(new TypeError('Failed to fetch')))
    const error: unknown = await callAuth(unloaded, (auth) => auth.signOut()).catch((failed: unknown) => failed)
    expect(messageFor(error, 'Fallback')).toMatch(/cannot be reached/)
  })
})

describe('an unconfirmed email', () => {
  it('is recognised by its code, or by its message if the server sends no code', async () => {
    expect(isUnconfirmedEmail(await refused({ error_code: 'email_not_confirmed', msg: 'Please confirm' }))).toBe(true)
    expect(isUnconfirmedEmail(await refused({ msg: 'Email not confirmed' }))).toBe(true)
    expect(isUnconfirmedEmail(await refused({ msg: 'Invalid login credentials' }))).toBe(false)
  })
})
