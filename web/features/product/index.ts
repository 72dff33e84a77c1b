/** What other features may use of products. */
export { ShopLogo } from './shop-logo.tsx'
