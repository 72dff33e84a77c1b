/** What buyers wrote about products and shops, and what the shops answered. */
export { ReviewList } from './review-list.tsx'
export type { ReceivedItem } from './reviewable.ts'
export { preloadReviews, type ReviewSubject, reviewPageQuery } from './reviews.ts'
export { WriteReview, WriteReviewButton } from './write-review.tsx'
