/** A seller's own shop, as the other features use it. */
export { shopUpdateFailed } from './shop-settings.ts'
