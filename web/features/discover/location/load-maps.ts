/** A static map with a circle, loaded on demand. */
export const loadAreaMap = () => import('./area-map.tsx')
export const loadResultsMap = () => import('./results-map.tsx')
