/** An input for a price or stock in the product table. */
import { useId } from 'react'
import { Input } from '#ui/input'
import type { ProductRow } from './own-products.ts'
import { type PriceStockAction, type PriceStockEdit, priceText } from './price-stock-edits.ts'

export interface PriceStockFieldProps {
  field: 'price' | 'stock'
  row: ProductRow
  edit: PriceStockEdit | undefined
  error: string | undefined
  dispatch: (action: PriceStockAction) => void
}

export function PriceStockField({ field, row, edit, error, dispatch }: PriceStockFieldProps) {
  const id = useId()
  const isPrice = field === 'price'
  return (
    <span className="block">
      <span className="flex items-center gap-1.5">
        <span className="text-sm text-ink-soft">{isPrice ? '£' : <span className="lg:hidden">Stock</span>}</span>
        <Input
          aria-label={`${isPrice ? 'Price' : 'Stock'} of ${row.name}`}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          inputMode={isPrice ? 'decimal' : 'numeric'}
          autoComplete="off"
          value={edit?.[field] ?? (isPrice ? priceText(row) : String(row.stock))}
          onChange={(event) => dispatch({ type: 'typed', row, field, text: event.currentTarget.value })}
          className="h-10 max-w-24 px-2.5 text-right tabular-nums"
        />
      </span>
      {error && (
        <span id={`${id}-error`} className="mt-1 block text-left text-sm font-medium text-alarm">
          {error}
        </span>
      )}
    </span>
  )
}
