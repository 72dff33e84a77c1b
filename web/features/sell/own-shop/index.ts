/** The signed-in seller's own shop. */
export { type OwnShop, ownShopColumns, ownShopQuery, useOwnShop } from './own-shop.ts'
