/** The notice that a product was changed elsewhere during editing, with the conflicting values. */
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
              This product was changed elsewhere while you were editing. Nothing has been saved yet.
            </p>
            {conflict.conflicting.length === 0 ? (
              <p>The form now includes those changes together with yours. Save again to keep both.</p>
            ) : (
              <>
                <p>Your changes are still in the form. Saving again replaces:</p>
                <ul className="mt-1 list-disc pl-5">
                  {conflict.conflicting.map((field) => (
                    <li key={labels[field]}>{`${labels[field]}: ${valueText(conflict.theirs[field])}`}</li>
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

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'string') return value === '' ? 'empty' : `“${value}”`
  return 'changed elsewhere too'
}
