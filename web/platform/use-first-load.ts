import { useState } from 'react'

/**
 * Whether the first data of a page is loading. It is shown at once, so that no part moves another. False for good once all have loaded
 * or failed: a later load must not replace what is in use.
 */
export function useFirstLoad(...queries: readonly { readonly isLoading: boolean }[]): boolean {
  const [isOver, setOver] = useState(false)
  const isLoading = !isOver && queries.some((query) => query.isLoading)
  if (!isLoading && !isOver) setOver(true)
  return isLoading
}
