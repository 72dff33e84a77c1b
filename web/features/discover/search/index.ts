/** The search box, its suggestions, and the text of a search. */
export { clearRecentSearches } from './recent-searches.ts'
export { SearchBox } from './search-box.tsx'
export { normaliseSearchText } from './search-text.ts'
