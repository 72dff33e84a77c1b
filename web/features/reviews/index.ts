/** Reviews of products and shops. */
export { ReviewList } from './review-list.tsx'
export type { ReceivedItem } from './reviewable.ts'
export { preloadReviews, type ReviewSubject } from './reviews.ts'
export { WriteReview, WriteReviewButton } from './write-review.tsx'
