/** The shopper's place, and how to change it. */
export { isDefaultPlace } from '#domain/chosen-place'
export { findAddressPlace, findTownPlace } from './address-place.ts'
export { openPlacePicker } from './picker-store.ts'
export { PlaceButton } from './place-button.tsx'
export { PlacePicker } from './place-picker.tsx'
export { createBrowserPlaceStore, createServerPlaceStore } from './place-store.ts'
/** A static map with a circle, loaded on demand. */
export const loadAreaMap = () => import('./area-map.tsx')
export { radiusText } from './radius-text.ts'
export { TownListField } from './town-list-field.tsx'
export { usePlace } from './use-place.ts'
