/** Unsaved edits of prices and stock in the table, with their validation errors. */
import { useReducer } from 'react'
import { poundsText, toPence } from '#domain/values/money'
import type { ProductRow } from './own-products.ts'
import { productFiguresForm } from './product-form.ts'
import type { PriceStockChange } from './product-mutations.ts'

export interface PriceStockEdit {
  /** The row as it was before the first edit. */
  readonly row: ProductRow
  readonly price: string
  readonly stock: string
  /** The server's error for the last save. */
  readonly serverError: string | null
}

export type PriceStockEdits = ReadonlyMap<string, PriceStockEdit>

export type PriceStockAction =
  | { readonly type: 'typed'; readonly row: ProductRow; readonly field: 'price' | 'stock'; readonly text: string }
  | {
      readonly type: 'saved'
      readonly outcomes: readonly { readonly id: string; readonly error?: string | undefined }[]
    }
  | { readonly type: 'discarded' }

export const priceText = (row: ProductRow) => poundsText(row.price)

export function priceStockReducer(edits: PriceStockEdits, action: PriceStockAction): PriceStockEdits {
  if (action.type === 'discarded') return new Map()
  const next = new Map(edits)
  if (action.type === 'saved') {
    for (const { id, error } of action.outcomes) {
      const edit = next.get(id)
      if (error === undefined) next.delete(id)
      else if (edit) next.set(id, { ...edit, serverError: error })
    }
    for (const [id, edit] of next) if (!isChanged(edit)) next.delete(id)
    return next
  }
  const { row, field, text } = action
  const before = next.get(row.id) ?? { row, price: priceText(row), stock: String(row.stock), serverError: null }
  // After a server error the seller sees the current row, so the next edit is based on it.
  const base = before.serverError === null ? before.row : row
  const edit: PriceStockEdit = { ...before, row: base, serverError: null, [field]: text }
  if (edit.price === priceText(edit.row) && edit.stock === String(edit.row.stock)) next.delete(row.id)
  else next.set(row.id, edit)
  return next
}

export function priceStockErrors({ price, stock }: PriceStockEdit): { price?: string; stock?: string } {
  const issues = productFiguresForm.safeParse({ price, stock }).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
}

/** The new values of an edit; null if they are invalid. */
function newValues({ row, price, stock }: PriceStockEdit): Pick<PriceStockChange, 'price' | 'stock'> | null {
  const { data } = productFiguresForm.safeParse({ price, stock })
  if (!data) return null
  return {
    ...(toPence(data.price) !== toPence(row.price) && { price: data.price }),
    ...(data.stock !== row.stock && { stock: data.stock }),
  }
}

/** A price typed as 12.5 is no change of 12.50. */
export function isChanged(edit: PriceStockEdit): boolean {
  const values = newValues(edit)
  return values === null || Object.keys(values).length > 0
}

export function toPriceStockChanges(edits: PriceStockEdits): PriceStockChange[] {
  return [...edits]
    .filter(([, edit]) => isChanged(edit))
    .flatMap(([id, edit]) => {
      const values = newValues(edit)
      return values ? { id, ...values, expected_updated_at: edit.row.updated_at } : []
    })
}

export function usePriceStockEdits() {
  return useReducer(priceStockReducer, new Map<string, PriceStockEdit>())
}
