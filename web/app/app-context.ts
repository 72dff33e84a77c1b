/** What the composition roots (entry-client, entry-server) hand to every page: data cache, backend client, public configuration. */

import type { SupabaseClient } from '@supabase/supabase-js'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { ChosenPlace } from '#domain/chosen-place'
import type { Database } from '#domain/database.generated'

/** What the browser may know of the server's configuration. */
export interface PublicConfig {
  supabaseUrl: string
  supabaseAnonKey: string
  /** External sign-in providers that are configured, by the names Supabase gives them. */
  providers: string[]
  /** The site's own origin, without a slash at the end. */
  siteUrl: string
  /** The pictures of the place picker's map: an address with {z}, {x} and {y}, and whose they are. Without, the map draws its own. */
  mapTiles?: { url: string; attribution: string }
  /** Whether GET /geocode knows postcodes. */
  hasGeocoder?: boolean
  /** The mailbox of whoever runs the site. */
  supportEmail: string
}

export type Backend = SupabaseClient<Database>

/** Where the visitor looks around: known before anything is fetched, kept for the next visit. */
export interface PlaceStore {
  /** For loaders and event handlers; components ask `usePlace`. */
  current(): ChosenPlace
  /** What the first HTML was rendered for. */
  atFirst(): ChosenPlace
  set(place: ChosenPlace): void
  /** Back to the default. */
  clear(): void
  subscribe(listener: () => void): () => void
}

export interface AppContext {
  readonly queryClient: QueryClient
  /** The backend's client. In the browser its code is fetched at the first call; ask for it in query functions and event handlers. */
  readonly supabase: () => Promise<Backend>
  readonly config: PublicConfig
  readonly place: PlaceStore
  /** Only in the browser: asks whoever was signed in to do so again, where their session has ended. @returns whether they did */
  readonly signInAgain?: () => Promise<boolean>
  /** Only while rendering on the server: what the answer will say. */
  readonly server?: { status: number }
}

export const AppContextProvider = createContext<AppContext | null>(null)

export function useApp(): AppContext {
  const app = useContext(AppContextProvider)
  if (!app) throw new Error('useApp must be used within an AppContextProvider')
  return app
}
