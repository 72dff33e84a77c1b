/** The orders in which a listing can be shown. */

export const sortLabels = {
  relevance: 'Relevance',
  price_low: 'Price: Low to High',
  price_high: 'Price: High to Low',
  rating: 'Highest Rating',
  nearest: 'Nearest First',
  newest: 'Newest Arrivals',
} as const satisfies Record<string, string>

export type Sort = keyof typeof sortLabels

/** Reads a sort from an address; anything that is not among those offered is relevance. */
export function readSort<S extends Sort>(text: string | null, offered: readonly S[]): S | 'relevance' {
  return offered.find((sort) => sort === text) ?? 'relevance'
}
