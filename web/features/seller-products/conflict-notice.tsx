/** The notice that a product was changed elsewhere during editing, with the conflicting values. */
import { Notice } from '#ui/notice'
import type { Conflict } from './use-merged-edits.ts'

export interface ConflictNoticeProps<Input> {
  conflict: Conflict<Input> | null
  labels: Readonly<Record<keyof Input, string>>
}

export function ConflictNotice<Input>({ conflict, labels }: ConflictNoticeProps<Input>) {
  return (
    <div role="alert" className="empty:hidden">
      {conflict && (
        <Notice tone="warning">
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
        </Notice>
      )}
    </div>
  )
}

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'string') return value === '' ? 'empty' : `“${value}”`
  return 'changed elsewhere too'
}
