/** Parts of the lists in the seller's panels: a row with a delete button, and the load error. */
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button'
import { IconButton } from '#ui/icon-button'
import { Notice } from '#ui/notice'

export interface DeletableRowProps {
  deleteLabel: string
  isDeleting: boolean
  /** A deletion is in progress, of this row or another. */
  isDisabled: boolean
  onDelete: () => void
  /** Another button, before the one that deletes. */
  action?: ReactNode
  children: ReactNode
}

export function DeletableRow({ deleteLabel, isDeleting, isDisabled, onDelete, action, children }: DeletableRowProps) {
  return (
    <li className="flex min-h-14 items-center gap-x-3 py-1.5 pr-1.5 pl-4">
      <div className="min-w-0 grow">{children}</div>
      {action}
      <IconButton icon={Trash2} label={deleteLabel} busy={isDeleting} disabled={isDisabled} onClick={onDelete} />
    </li>
  )
}

export function PanelLoadFailed({ what, retry }: { what: string; retry: () => void }) {
  return (
    <Notice
      tone="error"
      role="alert"
      className="mt-6"
      action={
        <Button variant="secondary" size="sm" onClick={retry}>
          Try again
        </Button>
      }
    >
      {what} could not be loaded.
    </Notice>
  )
}
