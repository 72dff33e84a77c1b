/** A seller's own shop, for the other capabilities. */
export { type OwnShop, ownShopQuery, useOwnShop } from './own-shop.ts'
