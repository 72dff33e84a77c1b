/** What changed in the declaration of an ordered item, beside the declaration as bought. */
import { changeSentences } from '#domain/allergen-changes'
import { allergenSentences, readAllergens } from '#domain/allergens'
import { dayWithYear } from '#domain/calendar'
import { Notice } from '#ui/notice'

interface AllergenChangeProps {
  item: {
    /** As bought. */
    readonly allergens: unknown
    /** Null if nothing changed while the order was open. */
    readonly change: { readonly allergens: unknown; readonly changed_at: string } | null
  }
}

export function AllergenChange({ item: { allergens, change } }: AllergenChangeProps) {
  if (!change) return null
  const now = readAllergens(change.allergens)
  const changes = changeSentences('It', readAllergens(allergens), now)
  // The seller has changed it back since.
  if (changes.length === 0) return null
  return (
    <Notice tone="warning" className="mt-2 text-sm">
      <strong className="font-semibold">Changed on {dayWithYear(change.changed_at)}, after the order.</strong>{' '}
      {changes.join(' ')}
      <span className="mt-1 block">Now: {allergenSentences(now).join(' ')}</span>
    </Notice>
  )
}
