/** The filter and the order of reviews, stored in the URL. */

export const reviewOrders = { newest: 'Newest', highest: 'Highest', lowest: 'Lowest' } as const
export type ReviewOrder = keyof typeof reviewOrders

export interface ReviewParameters {
  readonly order: ReviewOrder
  /** The number of stars; null for all. */
  readonly stars: number | null
}

const parameters = { order: 'reviews', stars: 'stars' } as const

function isReviewOrder(value: string | null): value is ReviewOrder {
  return value !== null && Object.hasOwn(reviewOrders, value)
}

export function readReviewParameters(searchParams: URLSearchParams): ReviewParameters {
  const order = searchParams.get(parameters.order)
  const stars = searchParams.get(parameters.stars) ?? ''
  return { order: isReviewOrder(order) ? order : 'newest', stars: /^[1-5]$/.test(stars) ? Number(stars) : null }
}

/** The URL parameters for other reviews. Defaults have no parameter. */
export function withReviewParameters(
  searchParams: URLSearchParams,
  { order, stars }: ReviewParameters,
): URLSearchParams {
  const next = new URLSearchParams(searchParams)
  if (order === 'newest') next.delete(parameters.order)
  else next.set(parameters.order, order)
  if (stars === null) next.delete(parameters.stars)
  else next.set(parameters.stars, String(stars))
  return next
}
