/** The signed-in seller's own shop. */
export { type OwnProduct, useOwnProducts } from './own-products.ts'
export { type OwnShop, ownShopColumns, ownShopQuery, useOwnShop } from './own-shop.ts'
