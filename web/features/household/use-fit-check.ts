/** Adding food to the basket, with a question if it does not fit the household. */
import { useApp } from '#platform/app-context.ts'
import { toast } from '#ui/toast'
import type { Wanted } from './fit-check.ts'

/**
 * @returns a function that resolves to the ids that may be added. Without a household it resolves to all of them, and
 * loads nothing.
 */
export function useFitCheck(): (wanted: readonly Wanted[]) => Promise<ReadonlySet<string>> {
  const { household } = useApp()
  return async (wanted) => {
    const { active } = household.current()
    if (active.length === 0) return new Set(wanted.map(({ id }) => id))
    try {
      const { askForMisfits } = await import('./fit-check.ts')
      return await askForMisfits(active, wanted)
    } catch {
      toast({
        title: 'Nothing was added',
        description: 'It could not be checked whether this fits your household. Check your connection and try again.',
        variant: 'destructive',
      })
      return new Set()
    }
  }
}
