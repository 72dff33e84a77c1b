/** What a new review or reply changes on the screen. */
import type { QueryClient } from '@tanstack/react-query'

/** Lists, averages on products and shops, what waits for a review, and the order it came in. Listings follow when they are next asked for. */
export async function refetchAfterReview(queryClient: QueryClient): Promise<void> {
  const changed = new Set(['reviews', 'product', 'shop'])
  await Promise.all([
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [first] }) => typeof first === 'string' && changed.has(first),
    }),
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [first, , third] }) => first === 'me' && (third === 'reviewable' || third === 'order'),
    }),
  ])
}
