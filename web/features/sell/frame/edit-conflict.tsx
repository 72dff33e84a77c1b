/** The notice that a form's subject was changed elsewhere, with the conflicting values. */
import { useEffect, useRef } from 'react'
import { Notice } from '#ui/notice'
import type { EditConflict } from './use-merged-edits.ts'

export interface EditConflictNoticeProps<Input> {
  subject: 'This product' | 'Your shop'
  conflict: EditConflict<Input> | null
  labels: Readonly<Record<keyof Input, string>>
  /** Describes a field's value as saved elsewhere. */
  describe?: (field: keyof Input, theirs: Input) => string
}

export function EditConflictNotice<Input>({ subject, conflict, labels, describe }: EditConflictNoticeProps<Input>) {
  const section = useRef<HTMLElement>(null)
  // The save button is at the other end of the form.
  useEffect(() => {
    if (conflict) section.current?.focus()
  }, [conflict])
  if (!conflict) return null
  const { conflicting, theirs } = conflict
  return (
    <section ref={section} tabIndex={-1} aria-label="Changed elsewhere" className="scroll-mt-28 rounded-control">
      <Notice tone="warning">
        <p className="font-semibold">
          {subject} was changed elsewhere while you were editing. Nothing has been saved yet.
        </p>
        {conflicting.length === 0 ? (
          <p>The form now includes those changes together with yours. Save again to keep both.</p>
        ) : (
          <>
            <p>Your changes are still in the form. Saving again replaces:</p>
            <ul className="mt-1 list-disc pl-5 whitespace-pre-line wrap-anywhere">
              {conflicting.map((field) => (
                <li key={labels[field]}>
                  {`${labels[field]}: ${describe ? describe(field, theirs) : savedText(theirs[field])}`}
                </li>
              ))}
            </ul>
          </>
        )}
      </Notice>
    </section>
  )
}

export function savedText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'string') return value === '' ? 'empty' : `“${value}”`
  return 'changed elsewhere too'
}
