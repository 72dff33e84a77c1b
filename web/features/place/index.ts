/** The shopper's place, and how to change it. */
export { findAddressPlace, findTownPlace, loadTowns } from './address-place.ts'
export { openPlacePicker } from './picker-store.ts'
export { PlaceButton } from './place-button.tsx'
export { PlacePicker } from './place-picker.tsx'
export { createBrowserPlaceStore, createServerPlaceStore } from './place-store.ts'
/** A static map with a circle, loaded on demand. */
export const loadAreaMap = () => import('./area-map.tsx')
export { radiusText } from './radius-text.ts'
export type { Town } from './towns.ts'
export { usePlace } from './use-place.ts'
