/** The account of the signed-in member. */
export { type OwnShop, ownShopColumns, ownShopQuery, useOwnShop, useOwnShopQuery } from './own-shop.ts'
