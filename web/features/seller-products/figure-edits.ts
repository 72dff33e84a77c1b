/** Prices and stock being changed in the table: what was typed, of which products, and what is wrong with it. */
import { useReducer } from 'react'
import { productFiguresForm } from '#domain/forms/product-form'
import { toPence, toPounds } from '#domain/money'
import type { FigureChange } from './change-products.ts'
import type { ProductRow } from './own-products.ts'

export interface FigureEdit {
  /** As it was when its first figure was changed. */
  readonly row: ProductRow
  readonly price: string
  readonly stock: string
  /** What the server said of it. */
  readonly refusal: string | null
}

export type FigureEdits = ReadonlyMap<string, FigureEdit>

export type FigureAction =
  | { readonly type: 'typed'; readonly row: ProductRow; readonly field: 'price' | 'stock'; readonly text: string }
  | {
      readonly type: 'saved'
      readonly outcomes: readonly { readonly id: string; readonly error?: string | undefined }[]
    }
  | { readonly type: 'discarded' }

export const priceText = (row: ProductRow) => toPounds(toPence(row.price))

export function reduceFigures(edits: FigureEdits, action: FigureAction): FigureEdits {
  if (action.type === 'discarded') return new Map()
  const next = new Map(edits)
  if (action.type === 'saved') {
    for (const { id, error } of action.outcomes) {
      const edit = next.get(id)
      if (error === undefined) next.delete(id)
      else if (edit) next.set(id, { ...edit, refusal: error })
    }
    return next
  }
  const { row, field, text } = action
  const before = next.get(row.id) ?? { row, price: priceText(row), stock: String(row.stock), refusal: null }
  // Whoever corrects a refused figure sees what there is now, and edits that.
  const edit = { ...before, row: before.refusal === null ? before.row : row, [field]: text, refusal: null }
  if (edit.price === priceText(edit.row) && edit.stock === String(edit.row.stock)) next.delete(row.id)
  else next.set(row.id, edit)
  return next
}

/** What is wrong with the figures of an edit, by field. */
export function figureFaults({ price, stock }: FigureEdit): { price?: string; stock?: string } {
  const issues = productFiguresForm.safeParse({ price, stock }).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
}

/** Of the edits without a fault, only the figures that differ. */
export function toFigureChanges(edits: FigureEdits): FigureChange[] {
  return [...edits].flatMap(([id, { row, price, stock }]) => {
    const read = productFiguresForm.safeParse({ price, stock })
    if (!read.success) return []
    const hasOtherPrice = toPence(read.data.price) !== toPence(row.price)
    return {
      id,
      ...(hasOtherPrice && { price: read.data.price }),
      ...(read.data.stock !== row.stock && { stock: read.data.stock }),
      expected_updated_at: row.updated_at,
    }
  })
}

export function useFigureEdits() {
  return useReducer(reduceFigures, new Map<string, FigureEdit>())
}
