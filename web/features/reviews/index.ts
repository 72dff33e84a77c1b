/** What buyers wrote about products and shops. */
export { ReviewList } from './review-list.tsx'
export { type ReviewSubject, reviewPageQuery } from './reviews.ts'
