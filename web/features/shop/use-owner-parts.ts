/** Fetches what only the owner of a shop sees. */
import { useLazyPart } from '#ui/use-lazy-part'

const load = () => import('./owner-parts.ts')

/** What is missing stays missing until the page is loaded again: the rest of it works without. */
const ignoreFailure = () => {}

/** @returns null for everybody else, and until it has arrived */
export function useOwnerParts(isOwner: boolean) {
  const parts = useLazyPart(load, isOwner, ignoreFailure)
  return isOwner ? parts : null
}
