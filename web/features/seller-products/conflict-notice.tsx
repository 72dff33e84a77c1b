/** Says that a product was changed elsewhere while it was being edited, and what stands against what. */
import { TriangleAlert } from 'lucide-react'
import type { Conflict } from './use-merged-edits.ts'

export interface ConflictNoticeProps<Input> {
  conflict: Conflict<Input> | null
  labels: Readonly<Record<keyof Input, string>>
}

export function ConflictNotice<Input>({ conflict, labels }: ConflictNoticeProps<Input>) {
  return (
    <div role="alert" className="empty:hidden">
      {conflict && (
        <div className="flex gap-3 rounded-xl bg-honey-pale px-4 py-3 text-honey-deep">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <div>
            <p className="font-semibold">
              This product was changed elsewhere while you were editing. Nothing was saved yet.
            </p>
            {conflict.contested.length === 0 ? (
              <p>Those changes are in the form now, together with yours. Save again to keep both.</p>
            ) : (
              <>
                <p>Your changes are still in the form. Saving again replaces:</p>
                <ul className="mt-1 list-disc pl-5">
                  {conflict.contested.map((field) => (
                    <li key={labels[field]}>{`${labels[field]}: ${shown(conflict.theirs[field])}`}</li>
                  ))}
                </ul>
              </>
            )}
          </div>
        </div>
      )}
    </div>
  )
}

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'string') return value === '' ? 'empty' : `“${value}”`
  return 'changed there too'
}
