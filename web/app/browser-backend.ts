/** The backend's client in the browser, fetched and made at the first call. */
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
  /** How the client asks, given itself. */
  fetchAs: (client: () => Backend) => typeof fetch
}

export function lazyBackend({
  config,
  storage,
  storageKey,
  onCreated,
  fetchAs,
}: BackendOptions): AppContext['supabase'] {
  let client: Promise<Backend> | undefined

  async function create(): Promise<Backend> {
    const { SupabaseClient } = await import('@supabase/supabase-js')
    /** Trying again is the data cache's part. This client would do so too, at each of its tries: half a minute before anybody hears. */
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
        // Confirmation links must work on another device than the one that registered, which PKCE does not allow.
        flowType: 'implicit',
        // The entry takes tokens out of the address itself, before the router sees them.
        detectSessionInUrl: false,
      },
      global: { fetch: fetchAs(() => created) },
    })
    onCreated(created)
    return created
  }

  return () => {
    client ??= create().catch((error: unknown) => {
      // A chunk that did not arrive may arrive the next time.
      client = undefined
      throw error
    })
    return client
  }
}
