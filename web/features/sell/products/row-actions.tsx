/** The actions of one product in the table. */
import { EllipsisVertical, Eye, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button'
import { LinkButton } from '#ui/link-button'
import type { ProductRow } from './own-products.ts'
import type { RowDialog } from './row-dialogs.tsx'
import { RowMenu } from './row-menu.tsx'

const iconButton = { variant: 'quiet', size: 'icon' } as const

export function RowActions({ row, openDialog }: { row: ProductRow; openDialog: (dialog: RowDialog) => void }) {
  return (
    <div className="flex items-center max-lg:justify-between">
      <LinkButton {...iconButton} to={`/product/${row.id}`} aria-label={`View ${row.name}`}>
        <Eye aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </LinkButton>
      <Button {...iconButton} aria-label={`Edit ${row.name}`} onClick={() => openDialog({ kind: 'edit', row })}>
        <Pencil aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </Button>
      <Button {...iconButton} aria-label={`Delete ${row.name}`} onClick={() => openDialog({ kind: 'delete', row })}>
        <Trash2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </Button>
      <MoreActions row={row} />
    </div>
  )
}

/** Menus would be most of the table's rendering cost, so each row renders its menu on the first press. */
function MoreActions({ row }: { row: ProductRow }) {
  const [hasMenu, setHasMenu] = useState(false)
  const trigger = (
    <Button
      {...iconButton}
      aria-haspopup="menu"
      aria-label={`More actions for ${row.name}`}
      onClick={() => setHasMenu(true)}
    >
      <EllipsisVertical aria-hidden="true" className="size-5" strokeWidth={1.75} />
    </Button>
  )
  return hasMenu ? <RowMenu row={row} trigger={trigger} /> : trigger
}
