/** A form over something that another tab, or an order, may change meanwhile: the second to save learns of the first and loses nothing. */
import { useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { mergeEdits } from '#domain/product-record'
import { toast } from '#ui/toast'
import { useApp } from '#web/app/app-context.ts'
import { fetchOwnProduct, type OwnProduct } from './own-products.ts'

export interface Conflict<Input> {
  /** Fields that both changed; the form keeps what was typed. */
  readonly contested: readonly (keyof Input)[]
  readonly theirs: Input
}

/** @param toInput the form of a product */
export function useMergedEdits<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  product: OwnProduct,
  { shopId, toInput }: { shopId: string; toInput: (product: OwnProduct) => Input },
) {
  const app = useApp()
  const [base, setBase] = useState(product)
  const [conflict, setConflict] = useState<Conflict<Input> | null>(null)

  /** Fills the form with what is there now, under what was typed, so that saving again is a decision. */
  async function takeTheirs(): Promise<void> {
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
    setConflict({ contested: merged.contested, theirs: toInput(theirs) })
  }

  return { version: base.updated_at, base, conflict, takeTheirs }
}
