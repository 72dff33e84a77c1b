/** The Supabase client in the browser. Loaded with supabase-js on the first request. */
import { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '#domain/database.generated'
import type { Backend, PublicConfig } from '#platform/app-context.ts'
import { sessionKey } from './auth-storage.ts'
import { type BrowserAuth, handleLostSession, readSession } from './browser-auth.ts'
import { createSessionFetch } from './session-fetch.ts'
import { toSessionUser } from './session-user.ts'

/**
 * TanStack Query retries failed requests. Retries in the client as well would delay the error message by half a minute.
 */
class ClientWithoutRetry extends SupabaseClient<Database> {
  constructor(...given: ConstructorParameters<typeof SupabaseClient<Database>>) {
    super(...given)
    this.rest.retry = false
  }
}

export function createBrowserClient({ supabaseUrl, supabaseAnonKey }: PublicConfig, auth: BrowserAuth): Backend {
  const client: Backend = new ClientWithoutRetry(supabaseUrl, supabaseAnonKey, {
    auth: {
      storage: auth.storage,
      storageKey: sessionKey,
      // A confirmation link may be opened on another device, which PKCE does not allow.
      flowType: 'implicit',
      // entry-client removes tokens from the URL before the router reads it.
      detectSessionInUrl: false,
    },
    global: {
      fetch: createSessionFetch({
        anonKey: supabaseAnonKey,
        isSignedIn: () => auth.session.current().status === 'signed-in',
        renew: (rejected) => renewSession(auth, client, rejected),
        fetch: (input, init) => fetch(input, init),
      }),
    },
  })
  syncSession(client, auth)
  return client
}

/** Mirrors the session of supabase-js in the session store. */
function syncSession(client: Backend, auth: BrowserAuth): void {
  client.auth.onAuthStateChange((_event, next) => {
    // Events of other tabs arrive too, and their session may be one that ends with the tab. The stored session of this
    // tab decides.
    const stored = readSession(auth)
    if (stored === 'second-factor') return
    if (!stored) return handleLostSession(auth)
    if (next?.user.id !== stored.id) return
    auth.session.set(toSessionUser(next.user))
    auth.expiry.renew(next.user.id, next.access_token)
  })
}

/**
 * @param rejected the token that was refused, if any. @returns a new token, or null if the member did not sign in again
 */
export async function renewSession(
  { session, expiry }: BrowserAuth,
  { auth }: Backend,
  rejected?: string,
): Promise<string | null> {
  const state = session.current()
  if (state.status === 'visitor') return null
  if (!expiry.isExpired()) {
    const current = (await auth.getSession()).data.session?.access_token
    // Another request has refreshed the session in the meantime.
    if (current !== undefined && rejected !== undefined && current !== rejected) return current
    const { data, error } = await auth.refreshSession()
    if (data.session) return data.session.access_token
    if (error?.name === 'AuthRetryableFetchError')
      throw new TypeError('The session could not be renewed', { cause: error })
    expiry.start(state.user.id)
  }
  return expiry.renewed()
}
