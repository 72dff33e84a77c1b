/** Stores the chosen place: in memory for the page, in a cookie for the next request and the next visit. */
import {
  type ChosenPlace,
  defaultChosenPlace,
  placeCookieName,
  placeCookieSeconds,
  readPlaceCookie,
  writePlaceCookie,
} from '#domain/locations/chosen-place'
import type { PlaceStore } from '#platform/app-context.ts'
import { createStore } from '#platform/create-store.ts'

/** On the server: the place in the request's cookie, for one render. */
export function createServerPlaceStore(cookies: string): PlaceStore {
  return createPlaceStore(readPlaceCookie(cookies) ?? defaultChosenPlace, () => {})
}

/** @param first the place that the server rendered the page for */
export function createBrowserPlaceStore(first: ChosenPlace): PlaceStore {
  // If cookies are blocked, the place lasts as long as the page.
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  const readCookie = () => readPlaceCookie(document.cookie)
  const store = createPlaceStore(first, (place) => {
    const [value, seconds] = place ? [writePlaceCookie(place), placeCookieSeconds] : ['', 0]
    // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API
    document.cookie = `${placeCookieName}=${value}; path=/; max-age=${seconds}; samesite=lax${secure}`
    lastStored = serialise(readCookie())
  })
  let lastStored = serialise(readCookie())

  // Another tab may have changed the place, or the page comes from the back/forward cache.
  const syncFromCookie = () => {
    const stored = readCookie()
    if (serialise(stored) === lastStored) return
    lastStored = serialise(stored)
    store.apply(stored ?? defaultChosenPlace)
  }
  document.addEventListener('visibilitychange', syncFromCookie)
  window.addEventListener('pageshow', syncFromCookie)
  return store
}

function serialise(place: ChosenPlace | null): string {
  return place ? writePlaceCookie(place) : ''
}

interface AppliablePlaceStore extends PlaceStore {
  /** Applies the place of the cookie without writing it again. */
  apply(place: ChosenPlace): void
}

function createPlaceStore(first: ChosenPlace, save: (place: ChosenPlace | null) => void): AppliablePlaceStore {
  const { current, set: apply, subscribe } = createStore(first)
  return {
    current,
    initial: () => first,
    apply,
    subscribe,
    set(next) {
      // Rounds the place as the server will read it, so that both send the same request.
      const stored = readPlaceCookie(`${placeCookieName}=${writePlaceCookie(next)}`)
      if (!stored) throw new Error(`Not a place: ${JSON.stringify(next)}`)
      save(stored)
      apply(stored)
    },
    clear() {
      save(null)
      apply(defaultChosenPlace)
    },
  }
}
