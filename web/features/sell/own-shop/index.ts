/** The signed-in seller's own shop. */
export { type ChoosableProduct, useChoosableProducts } from './choosable-products.ts'
export { type OwnShop, ownShopColumns, ownShopQuery, useOwnShop } from './own-shop.ts'
