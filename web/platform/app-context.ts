/** The app-wide dependencies that entry-client and entry-server pass to every page. */

import type { SupabaseClient } from '@supabase/supabase-js'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Database } from '#domain/database.generated'
import type { FitFilter, Household } from '#domain/food/household'
import type { ChosenPlace } from '#domain/locations/chosen-place'

/** Server configuration that is public. */
export interface PublicConfig {
  supabaseUrl: string
  supabaseAnonKey: string
  /** The configured external sign-in providers, by their Supabase names. */
  providers: string[]
  /** The site's origin, without a trailing slash. */
  siteUrl: string
  /**
   * Tiles for the place picker's map: a URL template with {z}, {x} and {y}, and its attribution. Without tiles the map
   * draws an outline of the country.
   */
  mapTiles?: { url: string; attribution: string }
  /** Whether GET /geocode can look up postcodes. */
  hasGeocoder?: boolean
  /** The marketplace's fee in per cent of the price of the food and of dear delivery; none without it. */
  feePercent?: number
  /** The support mailbox of the site's operator. */
  supportEmail: string
}

/** The server’s clock. */
export interface Clock {
  /** When the server rendered the page, in ms. The first render in the browser shows this time too. */
  readonly renderedAt: number
  /** For queries and event handlers. Components call `useNow`. */
  now(): Date
}

export type Backend = SupabaseClient<Database>

/** The place that listings are near to. It is known before the first fetch and kept for the next visit. */
export interface PlaceStore {
  /** For loaders and event handlers. Components call `usePlace`. */
  current(): ChosenPlace
  /** The place the first HTML was rendered for. */
  initial(): ChosenPlace
  set(place: ChosenPlace): void
  /** Resets to the default place. */
  clear(): void
  subscribe(listener: () => void): () => void
}

export interface HouseholdState {
  /** Everyone, as edited on the page of the household. */
  readonly people: Household
  /** The people whom food must fit: nobody while it is switched off, or while nobody avoids anything. */
  readonly active: Household
  /** What searches leave out for them. */
  readonly fit: FitFilter
  /** Whether anybody avoids anything, also while it is switched off. */
  readonly hasNeeds: boolean
  readonly isOff: boolean
}

/** The household in this browser. The server knows nobody. */
export interface HouseholdStore {
  /** For loaders and event handlers. Components call `useHousehold`. */
  current(): HouseholdState
  /** What the first HTML was rendered for: nobody. */
  initial(): HouseholdState
  /** Loads what `change` and `setOff` need. */
  load(): Promise<void>
  /** As `load`, where somebody has saved a household. */
  loadIfSaved(): Promise<void>
  change(next: (people: Household) => Household): void
  /** For this visit, that is until the tab is closed. */
  setOff(isOff: boolean): void
  subscribe(listener: () => void): () => void
}

export interface AppContext {
  readonly queryClient: QueryClient
  /**
   * The Supabase client. The browser loads its code on the first call, so call it only in query functions and event
   * handlers.
   */
  readonly supabase: () => Promise<Backend>
  readonly config: PublicConfig
  readonly place: PlaceStore
  readonly household: HouseholdStore
  readonly clock: Clock
  /** Browser only: asks a member whose session has ended to sign in again. @returns whether they did */
  readonly signInAgain?: () => Promise<boolean>
  /** Server rendering only: the status of the response. */
  readonly server?: { status: number }
}

export const AppContextProvider = createContext<AppContext | null>(null)

export function useApp(): AppContext {
  const app = useContext(AppContextProvider)
  if (!app) throw new Error('useApp must be used within an AppContextProvider')
  return app
}
