/** Merges a form's edits with what was saved elsewhere in the meantime, for example in another tab. */
import { useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { mergeEdits } from './merge-edits.ts'

export interface EditConflict<Input> {
  /** Fields that both changed. The form keeps its own values. */
  readonly conflicting: readonly (keyof Input)[]
  readonly theirs: Input
}

/** @param toInput converts a saved version to form values */
export function useMergedEdits<Input extends FieldValues, Output, Saved>(
  form: UseFormReturn<Input, unknown, Output>,
  saved: Saved,
  toInput: (saved: Saved) => Input,
) {
  /** The saved version that the form started from. */
  const [base, setBase] = useState(saved)
  const [conflict, setConflict] = useState<EditConflict<Input> | null>(null)

  /** The seller decides whether to save the merged form. */
  function merge(latest: Saved): void {
    const theirs = toInput(latest)
    const { values, conflicting } = mergeEdits({ base: toInput(base), mine: form.getValues(), theirs })
    form.reset(values, { keepDefaultValues: true })
    setBase(latest)
    setConflict({ conflicting, theirs })
  }

  return { base, setBase, conflict, merge }
}
