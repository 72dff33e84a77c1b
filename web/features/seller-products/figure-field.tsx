/** One price or stock in the table, as a field. */
import { useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { type FigureAction, type FigureEdit, priceText } from './figure-edits.ts'
import type { ProductRow } from './own-products.ts'

export interface FigureFieldProps {
  field: 'price' | 'stock'
  row: ProductRow
  edit: FigureEdit | undefined
  fault: string | undefined
  dispatch: (action: FigureAction) => void
}

export function FigureField({ field, row, edit, fault, dispatch }: FigureFieldProps) {
  const id = useId()
  const isPrice = field === 'price'
  return (
    <span className="block">
      <span className="flex items-center gap-1.5">
        <span className="text-sm text-ink-soft">{isPrice ? '£' : <span className="lg:hidden">Stock</span>}</span>
        <input
          aria-label={`${isPrice ? 'Price' : 'Stock'} of ${row.name}`}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          inputMode={isPrice ? 'decimal' : 'numeric'}
          autoComplete="off"
          value={edit?.[field] ?? (isPrice ? priceText(row) : String(row.stock))}
          onChange={(event) => dispatch({ type: 'typed', row, field, text: event.currentTarget.value })}
          className={classNames('field h-10 max-w-24 px-2.5 text-right tabular-nums', fault && 'field-wrong')}
        />
      </span>
      {fault && (
        <span id={`${id}-fault`} className="mt-1 block text-left text-sm font-medium text-alarm">
          {fault}
        </span>
      )}
    </span>
  )
}
