/** Refetches data after a new review or reply. */
import type { QueryClient } from '@tanstack/react-query'

/** Reviews, average ratings, reviewable items and orders. Listings update on their next fetch. */
export async function refetchAfterReview(queryClient: QueryClient): Promise<void> {
  const changed = new Set(['reviews', 'product', 'shop'])
  await Promise.all([
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [first] }) => typeof first === 'string' && changed.has(first),
    }),
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [first, , third] }) => first === 'me' && (third === 'reviewable' || third === 'orders'),
    }),
  ])
}
