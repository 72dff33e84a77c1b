/** Merges a form's edits with changes that another tab or an order saved in the meantime. */
import { useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { mergeEdits } from '#domain/product-record'
import { useApp } from '#platform/app-context.ts'
import { toast } from '#ui/toast'
import { fetchOwnProduct, type OwnProduct } from './own-products.ts'

export interface Conflict<Input> {
  /** Fields that both changed; the form keeps its own values. */
  readonly conflicting: readonly (keyof Input)[]
  readonly theirs: Input
}

/** @param toInput converts a product to form values */
export function useMergedEdits<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  product: OwnProduct,
  { shopId, toInput }: { shopId: string; toInput: (product: OwnProduct) => Input },
) {
  const app = useApp()
  const [base, setBase] = useState(product)
  const [conflict, setConflict] = useState<Conflict<Input> | null>(null)

  /** Merges the latest saved version into the form; the seller decides whether to save again. */
  async function mergeLatest(): Promise<void> {
    const theirs = await fetchOwnProduct(app, shopId, product.id).catch(() => undefined)
    if (!theirs) {
      const description =
        theirs === null ? 'This product no longer exists.' : 'Please check your connection and try again.'
      toast({ title: 'Error', description, variant: 'destructive' })
      return
    }
    const merged = mergeEdits(toInput(base), form.getValues(), toInput(theirs))
    form.reset(merged.form, { keepDefaultValues: true })
    setBase(theirs)
    setConflict({ conflicting: merged.contested, theirs: toInput(theirs) })
  }

  return { version: base.updated_at, base, conflict, mergeLatest }
}
