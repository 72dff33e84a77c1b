/** The account of the signed-in member. */
export { type OwnShop, ownShopColumns, ownShopQuery, useOwnShop } from './own-shop.ts'
