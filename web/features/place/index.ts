/** Where the shopper is, and the ways to change it. */
export { isDefaultPlace } from '#domain/chosen-place'
export { findAddressPlace, findTownPlace, suggestTowns } from './address-place.ts'
export { openPlacePicker } from './picker-store.ts'
export { PlaceButton } from './place-button.tsx'
export { PlacePicker } from './place-picker.tsx'
export { createBrowserPlaceStore, createServerPlaceStore } from './place-store.ts'
/** A still map with a circle, fetched when it is first wanted. */
export const loadAreaMap = () => import('./area-map.tsx')
/** The list of towns, fetched when it is first wanted. */
export const loadTowns = () => import('./towns.ts')
export { radiusText } from './radius-text.ts'
export { usePlace } from './use-place.ts'
