/** The dialogs that a table row opens, loaded on first use. */
import { useState } from 'react'
import type { OwnShop } from '#features/sell/own-shop'
import { ConfirmDialog } from '#ui/confirm-dialog'
import { EditDialog } from './edit-dialog.tsx'
import type { ProductRow } from './own-products.ts'
import { useDeleteProduct } from './product-mutations.ts'

export type RowDialog = { readonly kind: 'edit' | 'delete'; readonly row: ProductRow }

export interface RowDialogsProps {
  dialog: RowDialog | null
  onClose: () => void
  shop: OwnShop
}

export function RowDialogs({ dialog, onClose, shop }: RowDialogsProps) {
  // Keeps the last dialog mounted for its closing animation.
  const [last, setLast] = useState(dialog)
  if (dialog !== null && dialog !== last) setLast(dialog)
  if (!last) return null
  const open = dialog !== null
  return last.kind === 'delete' ? (
    <DeleteDialog open={open} onClose={onClose} row={last.row} />
  ) : (
    <EditDialog
      key={last.row.id}
      open={open}
      onClose={onClose}
      productId={last.row.id}
      name={last.row.name}
      shop={shop}
    />
  )
}

function DeleteDialog({ open, onClose, row }: { open: boolean; onClose: () => void; row: ProductRow }) {
  const remove = useDeleteProduct()
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Are you sure?"
      description="This action cannot be undone. This will permanently delete the product."
      action="Delete"
      onConfirm={() => remove.mutate(row.id, { onSettled: onClose })}
      isPending={remove.isPending}
    >
      <p className="rounded-control bg-paper-deep px-4 py-3 font-semibold wrap-anywhere">{row.name}</p>
    </ConfirmDialog>
  )
}
