/** The Supabase client in the browser, loaded and created on the first call. */
import type { Database } from '#domain/database.generated'
import type { AppContext, Backend, PublicConfig } from './app-context.ts'

interface SessionStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

export interface BackendOptions {
  config: PublicConfig
  storage: SessionStorage
  storageKey: string
  onCreated: (client: Backend) => void
  /** Creates the client's `fetch`, which needs the client itself. */
  createFetch: (client: () => Backend) => typeof fetch
}

export function lazyBackend({
  config,
  storage,
  storageKey,
  onCreated,
  createFetch,
}: BackendOptions): AppContext['supabase'] {
  let client: Promise<Backend> | undefined

  async function create(): Promise<Backend> {
    const { SupabaseClient } = await import('@supabase/supabase-js')
    /**
     * TanStack Query retries failed requests. Retries in the client as well would delay the error message by half a
     * minute.
     */
    class ClientWithoutRetry extends SupabaseClient<Database> {
      constructor(...given: ConstructorParameters<typeof SupabaseClient<Database>>) {
        super(...given)
        this.rest.retry = false
      }
    }
    const created: Backend = new ClientWithoutRetry(config.supabaseUrl, config.supabaseAnonKey, {
      auth: {
        storage,
        storageKey,
        // A confirmation link may be opened on another device, which PKCE does not allow.
        flowType: 'implicit',
        // entry-client removes tokens from the URL before the router reads it.
        detectSessionInUrl: false,
      },
      global: { fetch: createFetch(() => created) },
    })
    onCreated(created)
    return created
  }

  return () => {
    client ??= create().catch((error: unknown) => {
      // The next call tries to load the chunk again.
      client = undefined
      throw error
    })
    return client
  }
}
