/** Loads the owner's parts of a shop page. */
import { useLazyPart } from '#ui/use-lazy-part'

const load = () => import('./owner-parts.ts')

/** After a failure they stay missing until a reload. The rest of the page works without them. */
const ignoreFailure = () => {}

/** @returns null for other members, and until they have loaded */
export function useOwnerParts(isOwner: boolean) {
  const parts = useLazyPart(load, isOwner, ignoreFailure)
  return isOwner ? parts : null
}
