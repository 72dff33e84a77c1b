/** What other features may use of products and their reviews. */
export { ReviewList } from './review-list.tsx'
export { reviewPageQuery } from './reviews.ts'
export { ShopLogo } from './shop-logo.tsx'
