/** The actions of one product in the table. */
import { EllipsisVertical, Eye, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { buttonStyle } from '#web/ui/button-style.ts'
import type { ProductRow } from './own-products.ts'
import type { RowDialog } from './product-table.tsx'
import { RowMenu } from './row-menu.tsx'

export interface RowActionsProps {
  row: ProductRow
  openDialog: (dialog: RowDialog) => void
}

const iconButton = buttonStyle({ variant: 'quiet', size: 'icon' })

export function RowActions({ row, openDialog }: RowActionsProps) {
  return (
    <div className="flex items-center max-lg:justify-between">
      <Link to={`/product/${row.id}`} aria-label={`View ${row.name}`} className={iconButton}>
        <Eye aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </Link>
      <button
        type="button"
        aria-label={`Edit ${row.name}`}
        onClick={() => openDialog({ kind: 'edit', row })}
        className={iconButton}
      >
        <Pencil aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </button>
      <button
        type="button"
        aria-label={`Delete ${row.name}`}
        onClick={() => openDialog({ kind: 'delete', row })}
        className={iconButton}
      >
        <Trash2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </button>
      <MoreActions row={row} />
    </div>
  )
}

/** Menus would be most of the table's rendering cost, so each row renders its menu on the first press. */
function MoreActions({ row }: { row: ProductRow }) {
  const [hasMenu, setHasMenu] = useState(false)
  const triggerProps = {
    'aria-label': `More actions for ${row.name}`,
    className: iconButton,
    children: <EllipsisVertical aria-hidden="true" className="size-5" strokeWidth={1.75} />,
  }
  if (hasMenu) return <RowMenu row={row} triggerProps={triggerProps} />
  return <button type="button" aria-haspopup="menu" {...triggerProps} onClick={() => setHasMenu(true)} />
}
