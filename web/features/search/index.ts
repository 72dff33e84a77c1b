/** The search box and the text of a search. */
export { SearchBox } from './search-box.tsx'
export { normaliseSearchText } from './search-text.ts'
