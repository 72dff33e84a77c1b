/** supabase-js for the server, without a session and without a socket. */
import { SupabaseClient, type WebSocketLikeConstructor } from '@supabase/supabase-js'
import { WebSocket } from 'ws'

/** supabase-js retries failed requests. Here a visitor waits for the page, so it fails at once. */
class ClientWithoutRetries extends SupabaseClient {
  constructor(...options: ConstructorParameters<typeof SupabaseClient>) {
    super(...options)
    this.rest.retry = false
  }
}

export function createBackendClient(url: string, key: string, fetch: typeof globalThis.fetch): SupabaseClient {
  return new ClientWithoutRetries(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch },
    // supabase-js needs a WebSocket to start, and Node 20 has none. The types of ws differ only in their events.
    realtime: { transport: WebSocket as unknown as WebSocketLikeConstructor },
  })
}
