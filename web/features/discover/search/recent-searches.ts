/** The latest searches on this device, newest first. They never leave it. */
import { loadText, storeText } from '#platform/stored-text.ts'
import { normaliseSearchText } from './search-text.ts'

const storageKey = 'tuckbox-recent-searches'
const maxSearches = 8

export function recentSearches(): readonly string[] {
  const lines = (loadText(storageKey) ?? '').split('\n').map(normaliseSearchText)
  return lines.filter(Boolean).slice(0, maxSearches)
}

export function addRecentSearch(text: string): void {
  const search = normaliseSearchText(text)
  if (search === '') return
  const others = recentSearches().filter((other) => other.toLowerCase() !== search.toLowerCase())
  storeText(storageKey, [search, ...others].slice(0, maxSearches).join('\n'))
}

export function clearRecentSearches(): void {
  storeText(storageKey, null)
}
