/** Adding food to the basket, with a question if it does not fit the household or the filters of the page. */
import { toast } from '#ui/toast'
import type { WantedFood } from './fit-check.ts'
import { useAvoiding } from './use-household.ts'

/**
 * @returns a function that resolves to the ids that may be added. Where nothing is avoided it resolves to all of them, and
 * loads nothing.
 */
export function useFitCheck(): (wanted: readonly WantedFood[]) => Promise<ReadonlySet<string>> {
  const avoiding = useAvoiding()
  return async (wanted) => {
    if (avoiding.length === 0) return new Set(wanted.map(({ id }) => id))
    try {
      const { askForUnsuitable } = await import('./fit-check.ts')
      return await askForUnsuitable(avoiding, wanted)
    } catch {
      toast({
        title: 'Nothing was added',
        description:
          'It could not be checked whether this contains what you avoid. Check your connection and try again.',
        variant: 'destructive',
      })
      return new Set()
    }
  }
}
