/** Average ratings. */

export interface Rated {
  readonly rating: number | null
  readonly review_count: number
}

/** One rating for many products, weighted by their reviews; null without reviews. */
export function weightedRating(rated: readonly Rated[]): Rated {
  const reviews = rated.reduce((sum, { review_count }) => sum + review_count, 0)
  const stars = rated.reduce((sum, { rating, review_count }) => sum + (rating ?? 0) * review_count, 0)
  return { rating: reviews === 0 ? null : stars / reviews, review_count: reviews }
}

/** '4.8', or 'New' without reviews. */
export function ratingLabel({ rating, review_count }: Rated): string {
  return rating === null || review_count === 0 ? 'New' : rating.toFixed(1)
}

export function reviewCountLabel(count: number): string {
  return `${count} ${count === 1 ? 'review' : 'reviews'}`
}
