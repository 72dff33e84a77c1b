/** Keeps the chosen place: in memory for the page, in a cookie for the server's next HTML and the next visit. */
import {
  type ChosenPlace,
  defaultChosenPlace,
  placeCookieName,
  placeCookieSeconds,
  readPlaceCookie,
  writePlaceCookie,
} from '#domain/chosen-place'
import type { PlaceStore } from '#web/app/app-context.ts'

/** On the server: what the request's cookies say, for the time of one rendering. */
export function createServerPlaceStore(cookies: string): PlaceStore {
  return createPlaceStore(readPlaceCookie(cookies) ?? defaultChosenPlace, () => {})
}

/** @param first what the server has rendered the page for */
export function createBrowserPlaceStore(first: ChosenPlace): PlaceStore {
  // Without cookies (they may be refused) the page still remembers until it is left.
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  const readKept = () => readPlaceCookie(document.cookie)
  const store = createPlaceStore(first, (place) => {
    const [value, seconds] = place ? [writePlaceCookie(place), placeCookieSeconds] : ['', 0]
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser we serve has the Cookie Store API
    document.cookie = `${placeCookieName}=${value}; path=/; max-age=${seconds}; samesite=lax${secure}`
    lastKept = textOf(readKept())
  })
  let lastKept = textOf(readKept())

  // Another tab may have moved meanwhile; a page from the browser's history may be older still.
  const adopt = () => {
    const kept = readKept()
    if (textOf(kept) === lastKept) return
    lastKept = textOf(kept)
    store.take(kept ?? defaultChosenPlace)
  }
  document.addEventListener('visibilitychange', adopt)
  window.addEventListener('pageshow', adopt)
  return store
}

function textOf(place: ChosenPlace | null): string {
  return place ? writePlaceCookie(place) : ''
}

interface KeptPlaceStore extends PlaceStore {
  /** Moves to where the cookie says, without writing it again. */
  take(place: ChosenPlace): void
}

function createPlaceStore(first: ChosenPlace, keep: (place: ChosenPlace | null) => void): KeptPlaceStore {
  let place = first
  const listeners = new Set<() => void>()

  function take(next: ChosenPlace) {
    place = next
    for (const listener of listeners) listener()
  }

  return {
    current: () => place,
    atFirst: () => first,
    take,
    set(next) {
      // As the server will read it, so that both ask the same question.
      const kept = readPlaceCookie(`${placeCookieName}=${writePlaceCookie(next)}`)
      if (!kept) throw new Error(`Not a place: ${JSON.stringify(next)}`)
      keep(kept)
      take(kept)
    },
    clear() {
      keep(null)
      take(defaultChosenPlace)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
