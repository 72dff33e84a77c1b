/** A search and its results: the list, its map, and what the search understood. */
export { withText } from './parsed-search.ts'
export { searchStatus } from './search-status-text.ts'
