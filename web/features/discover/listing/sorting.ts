/** The sort orders of a listing. */

export const sortLabels = {
  relevance: 'Relevance',
  price_low: 'Price: Low to High',
  price_high: 'Price: High to Low',
  rating: 'Highest Rating',
  nearest: 'Nearest First',
  newest: 'Newest Arrivals',
} as const satisfies Record<string, string>

export type Sort = keyof typeof sortLabels

/** Reads a sort from a URL; an unknown value is relevance. */
export function readSort<S extends Sort>(text: string | null, offered: readonly S[]): S | 'relevance' {
  return offered.find((sort) => sort === text) ?? 'relevance'
}
