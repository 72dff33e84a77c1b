/** The parts of products that other features use. */
export { ShopLogo } from './shop-logo.tsx'
