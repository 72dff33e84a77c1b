/** The map of a listing, and the list of its shops. */
export { LazyMapView } from './lazy-map-view.tsx'
