/**
 * The product table; on phones each row is a card. Prices and stock can be edited in bulk, and unsaved edits survive
 * paging and searching.
 */
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Pencil } from 'lucide-react'
import { memo, useCallback, useState } from 'react'
import { priceLabel } from '#domain/catalogue/product-price'
import { type WaitlistCount, waitlistLine } from '#domain/catalogue/waitlist'
import { londonTime } from '#domain/values/calendar'
import { useMember } from '#features/account/auth'
import { useOwnWaitlists } from '#features/buy/waitlist'
import type { OwnShop } from '#features/sell/own-shop'
import { useApp } from '#platform/app-context.ts'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Picture } from '#ui/picture'
import { toast } from '#ui/toast'
import { useLazyPart } from '#ui/use-lazy-part'
import { classNames } from '#web/ui/class-names.ts'
import { type HeldStock, heldStockQuery, type ProductRow } from './own-products.ts'
import {
  isChanged,
  type PriceStockAction,
  type PriceStockEdit,
  type PriceStockEdits,
  priceStockErrors,
  toPriceStockChanges,
  usePriceStockEdits,
} from './price-stock-edits.ts'
import { PriceStockField } from './price-stock-field.tsx'
import { useSavePricesAndStock } from './product-mutations.ts'
import { RowActions } from './row-actions.tsx'
import type { RowDialog } from './row-dialogs.tsx'
import type { SortKey, TableParameters } from './table-parameters.ts'

export interface ProductTableProps {
  rows: readonly ProductRow[]
  total: number
  parameters: TableParameters
  onChange: (next: Partial<TableParameters>) => void
  /** The rows shown belong to the previous filters or page while the new ones load. */
  isStale: boolean
  shop: OwnShop
}

const columns: readonly { readonly key: SortKey; readonly label: string; readonly className?: string }[] = [
  { key: 'name', label: 'Product Name' },
  { key: 'price', label: 'Price', className: 'w-32 xl:w-40' },
  { key: 'category', label: 'Category', className: 'w-32 xl:w-44' },
  { key: 'stock', label: 'Stock', className: 'w-24 xl:w-28' },
  { key: 'status', label: 'Status', className: 'w-40 xl:w-52' },
]

const loadDialogs = () => import('./row-dialogs.tsx')

export function ProductTable({ rows, total, parameters, onChange, isStale, shop }: ProductTableProps) {
  const [dialog, setDialog] = useState<RowDialog | null>(null)
  const closeDialog = useCallback(() => setDialog(null), [])
  const dialogs = useLazyPart(loadDialogs, dialog !== null, closeDialog)
  const [isEditing, setIsEditing] = useState(false)
  const [edits, dispatch] = usePriceStockEdits()
  const { data: held } = useQuery(heldStockQuery(useApp(), useMember().id))
  const waitlists = useOwnWaitlists()

  return (
    <>
      <div className="mt-4 flex min-h-9 items-center justify-between gap-4">
        <p role="status" className="text-sm text-ink-soft">
          {total === 1 ? '1 product' : `${total.toLocaleString('en-GB')} products`}
        </p>
        {!isEditing && rows.length > 0 && (
          <Button variant="quiet" size="sm" onClick={() => setIsEditing(true)}>
            <Pencil aria-hidden="true" className="size-4" />
            Edit prices and stock
          </Button>
        )}
      </div>
      {rows.length === 0 && <NoProductsFound isBeyondEnd={total > 0} onChange={onChange} />}
      <table
        hidden={rows.length === 0}
        aria-busy={isStale}
        className={classNames(
          'mt-2 w-full text-left max-lg:block lg:table-fixed lg:border-separate lg:border-spacing-0 lg:rounded-card lg:border lg:border-line lg:bg-card',
          isStale && 'opacity-60',
        )}
      >
        <caption className="sr-only">Your products</caption>
        <thead className="max-lg:sr-only">
          <tr>
            {columns.map(({ key, label, className }) => (
              <ColumnHeader
                key={key}
                sortKey={key}
                label={label}
                className={className}
                parameters={parameters}
                onChange={onChange}
              />
            ))}
            <th scope="col" className="w-48 px-4 py-3 text-sm font-semibold">
              Actions
            </th>
          </tr>
        </thead>
        <tbody className="max-lg:grid max-lg:gap-3 sm:max-lg:grid-cols-2 lg:[&>tr>*]:border-t lg:[&>tr>*]:border-line">
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              held={held?.get(row.id)}
              waitlist={waitlists.get(row.id)}
              isEditing={isEditing}
              edit={edits.get(row.id)}
              dispatch={dispatch}
              openDialog={setDialog}
            />
          ))}
        </tbody>
      </table>
      {isEditing && <SaveBar edits={edits} dispatch={dispatch} onDone={() => setIsEditing(false)} />}
      {dialogs && <dialogs.RowDialogs dialog={dialog} onClose={closeDialog} shop={shop} />}
    </>
  )
}

function NoProductsFound({ isBeyondEnd, onChange }: { isBeyondEnd: boolean } & Pick<ProductTableProps, 'onChange'>) {
  return (
    <EmptyState
      title={isBeyondEnd ? 'No products on this page' : 'No products found'}
      className="py-12"
      actions={
        <Button variant="secondary" onClick={() => onChange({ text: '', show: 'all' })}>
          Show all products
        </Button>
      }
    />
  )
}

interface ColumnHeaderProps {
  sortKey: SortKey
  label: string
  className?: string | undefined
  parameters: TableParameters
  onChange: (next: Partial<TableParameters>) => void
}

function ColumnHeader({ sortKey, label, className, parameters, onChange }: ColumnHeaderProps) {
  const isChosen = parameters.sort === sortKey
  const Arrow = parameters.isDescending ? ArrowDown : ArrowUp
  // Sorting by status starts with the bestsellers.
  const startsDescending = sortKey === 'status'
  return (
    <th
      scope="col"
      aria-sort={isChosen ? (parameters.isDescending ? 'descending' : 'ascending') : undefined}
      className={classNames('px-1 py-1.5', className)}
    >
      <Button
        variant="plain"
        onClick={() =>
          onChange({ sort: sortKey, isDescending: isChosen ? !parameters.isDescending : startsDescending })
        }
        className="flex h-9 items-center gap-1.5 rounded-lg px-3 text-sm font-semibold hover:bg-ink/6"
      >
        {label}
        <Arrow aria-hidden="true" className={classNames('size-4', !isChosen && 'invisible')} />
      </Button>
    </th>
  )
}

interface RowProps {
  row: ProductRow
  held: HeldStock | undefined
  waitlist: WaitlistCount | undefined
  isEditing: boolean
  edit: PriceStockEdit | undefined
  dispatch: (action: PriceStockAction) => void
  openDialog: (dialog: RowDialog) => void
}

/** Memoised, so that typing in one row or a new filter renders no other row. */
const Row = memo(function Row({ row, held, waitlist, isEditing, edit, dispatch, openDialog }: RowProps) {
  const errors = edit ? priceStockErrors(edit) : {}
  return (
    <tr
      className={classNames(
        'max-lg:grid max-lg:grid-cols-[auto_1fr_auto] max-lg:items-center max-lg:gap-x-3 max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-card max-lg:p-3',
        edit && isChanged(edit) && 'bg-honey-pale/40',
      )}
    >
      <th scope="row" className="font-normal max-lg:col-span-3 lg:px-4 lg:py-3">
        <span className="flex items-center gap-3">
          <span className="size-14 shrink-0 overflow-hidden rounded-control">
            <Picture source={row.image} alt="" sizes="3.5rem" />
          </span>
          <span className="line-clamp-2 font-semibold wrap-anywhere">{row.name}</span>
        </span>
      </th>
      <td className="tabular-nums max-lg:mt-2 lg:px-4 lg:py-3">
        {isEditing && row.product_type !== 'bespoke' ? (
          <PriceStockField field="price" row={row} edit={edit} error={errors.price} dispatch={dispatch} />
        ) : (
          priceLabel(row)
        )}
      </td>
      <td
        className={classNames(
          'max-lg:mt-2 lg:px-4 lg:py-3',
          !row.category && 'text-ink-soft',
          isEditing && 'max-lg:hidden',
        )}
      >
        <span className="line-clamp-2 wrap-anywhere">{row.category ?? 'Uncategorized'}</span>
      </td>
      <td className="tabular-nums max-lg:mt-2 max-lg:text-right lg:px-4 lg:py-3">
        {isEditing && isCounted(row) ? (
          <PriceStockField field="stock" row={row} edit={edit} error={errors.stock} dispatch={dispatch} />
        ) : (
          <Stock row={row} />
        )}
        {held && (
          <p className="text-sm text-ink-soft">
            {held.quantity} held until {londonTime(held.until).time}
          </p>
        )}
        {waitlist && <p className="text-sm text-ink-soft">{waitlistLine(waitlist)}</p>}
        {edit?.serverError && (
          <p role="alert" className="mt-1 text-sm font-medium text-alarm">
            {edit.serverError}
          </p>
        )}
      </td>
      <td className="max-lg:col-span-3 max-lg:mt-2 lg:px-4 lg:py-3">
        <StatusBadges row={row} />
      </td>
      <td className="max-lg:col-span-3 max-lg:mt-2 max-lg:border-t max-lg:border-line max-lg:pt-2 lg:px-2 lg:py-3">
        <RowActions row={row} openDialog={openDialog} />
      </td>
    </tr>
  )
})

/** Stock up to this number is highlighted as low. */
const lowStock = 3

/** Bespoke products, and those made to order, have no stock. */
function isCounted({ product_type, is_made_to_order }: ProductRow): boolean {
  return product_type !== 'bespoke' && !is_made_to_order
}

function Stock({ row }: { row: ProductRow }) {
  const { stock } = row
  if (!isCounted(row)) return <span className="text-ink-soft">Made to order</span>
  return (
    <>
      <span className="text-ink-soft lg:hidden">Stock </span>
      <span className={classNames(stock <= lowStock && 'font-semibold text-alarm-deep')}>{stock}</span>
    </>
  )
}

function StatusBadges({ row }: { row: ProductRow }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={row.is_bestseller ? 'honey' : 'neutral'}>{row.is_bestseller ? 'Bestseller' : 'Regular'}</Badge>
      {row.status === 'draft' && <Badge tone="sky">Draft</Badge>}
      {row.status === 'hidden' && <Badge tone="sky">Hidden</Badge>}
      {row.takedown_reason !== null && (
        <Badge tone="alarm" className="rounded-control whitespace-normal wrap-anywhere">
          Hidden by Tuckbox: {row.takedown_reason}
        </Badge>
      )}
      {!row.allergens_declared && (
        <Badge tone="alarm" className="whitespace-normal rounded-control">
          Allergens undeclared: cannot be bought
        </Badge>
      )}
    </span>
  )
}

interface SaveBarProps {
  edits: PriceStockEdits
  dispatch: (action: PriceStockAction) => void
  onDone: () => void
}

function SaveBar({ edits, dispatch, onDone }: SaveBarProps) {
  const save = useSavePricesAndStock()
  const changed = [...edits.values()].filter(isChanged).length
  const hasErrors = [...edits.values()].some((edit) => Object.keys(priceStockErrors(edit)).length > 0)

  function saveAll() {
    save.mutate(toPriceStockChanges(edits), {
      onSuccess: (outcomes) => {
        dispatch({ type: 'saved', outcomes })
        const refused = outcomes.filter(({ error }) => error !== undefined).length
        const saved = outcomes.length - refused
        if (refused === 0) {
          toast({
            title: 'Success',
            description: `${saved === 1 ? '1 product' : `${saved} products`} updated successfully`,
          })
          onDone()
        } else {
          const description = `${refused === 1 ? '1 product was' : `${refused} products were`} not saved; ${saved} ${saved === 1 ? 'was' : 'were'}. The table shows the reasons.`
          toast({ title: 'Error', description, variant: 'destructive' })
        }
      },
    })
  }

  return (
    <div className="sticky bottom-[calc(var(--bottom)+0.75rem)] z-20 mt-4 flex flex-wrap items-center justify-end gap-2 rounded-card border border-line bg-card p-3 shadow-lift">
      <p role="status" className="mr-auto px-2">
        {changed === 0 ? 'Change prices and stock above.' : `${changed} changed`}
        {hasErrors && <span className="font-medium text-alarm"> · Please correct the marked fields.</span>}
      </p>
      <Button
        variant="quiet"
        onClick={() => {
          dispatch({ type: 'discarded' })
          onDone()
        }}
      >
        {changed === 0 ? 'Done' : 'Discard'}
      </Button>
      <Button busy={save.isPending} disabled={changed === 0 || hasErrors} onClick={saveAll}>
        Save all
      </Button>
    </div>
  )
}
