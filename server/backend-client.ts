/** supabase-js on the server: it keeps no session and opens no socket. */
import { SupabaseClient, type WebSocketLikeConstructor } from '@supabase/supabase-js'
import { WebSocket } from 'ws'

/** A visitor waits for the page: nothing is tried twice, as the client would by itself. */
class AskingOnce extends SupabaseClient {
  constructor(...given: ConstructorParameters<typeof SupabaseClient>) {
    super(...given)
    this.rest.retry = false
  }
}

export function createBackendClient(url: string, key: string, fetch: typeof globalThis.fetch): SupabaseClient {
  return new AskingOnce(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch },
    // Node 20 has no WebSocket of its own, without which supabase-js does not start. The types of ws differ in their events only.
    realtime: { transport: WebSocket as unknown as WebSocketLikeConstructor },
  })
}
