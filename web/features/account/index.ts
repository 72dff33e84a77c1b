/** What belongs to whoever is signed in. */
export { type OwnShop, ownShopQuery, useOwnShop } from './own-shop.ts'
