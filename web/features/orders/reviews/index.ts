/** Reviews of products and shops. */
export { withReviewParameters } from './review-parameters.ts'
export { WriteReviewButton } from './write-review.tsx'
