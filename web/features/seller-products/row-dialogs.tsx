/** The dialogs that a table row opens, loaded on first use. */

import { useState } from 'react'
import type { OwnShop } from '#features/seller'
import { DeleteDialog } from './delete-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import type { RowDialog } from './product-table.tsx'

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
