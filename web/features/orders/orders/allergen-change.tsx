/** What changed in the declaration of an ordered item, beside the declaration as bought. */
import { Notice } from '#ui/notice'
import { changedDeclaration, type ItemDeclaration } from './changed-declaration.ts'

export function AllergenChange({ item }: { item: ItemDeclaration }) {
  const changed = changedDeclaration(item)
  if (!changed) return null
  return (
    <Notice tone="warning" className="mt-2 text-sm">
      <strong className="font-semibold">{changed.heading}</strong> {changed.changes}
      <span className="mt-1 block">{changed.now}</span>
    </Notice>
  )
}
