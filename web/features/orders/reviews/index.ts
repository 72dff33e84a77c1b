/** Reviews of products and shops. */
export { withReviewChoice } from './review-choice.ts'
export { WriteReviewButton } from './write-review.tsx'
