/** Reviews of products and shops. */
export { ReviewList } from './review-list.tsx'
export { preloadReviews } from './reviews.ts'
export { WriteReviewButton } from './write-review.tsx'
