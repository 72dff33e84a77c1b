/** What belongs to whoever is signed in. */
export { type OwnShop, ownShopColumns, ownShopQuery, useOwnShop } from './own-shop.ts'
