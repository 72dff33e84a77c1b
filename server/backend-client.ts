/** supabase-js on the server: it keeps no session and opens no socket. */
import { createClient, type SupabaseClient, type WebSocketLikeConstructor } from '@supabase/supabase-js'
import { WebSocket } from 'ws'

export function createBackendClient(url: string, key: string, fetch: typeof globalThis.fetch): SupabaseClient {
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch },
    // Node 20 has no WebSocket of its own, without which supabase-js does not start. The types of ws differ in their events only.
    realtime: { transport: WebSocket as unknown as WebSocketLikeConstructor },
  })
}
