/** What the seller's panels list: rows that can be deleted one by one, and the word that they could not be loaded. */
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button'

export interface DeletableRowProps {
  /** What the button says to assistive technology. */
  deleteLabel: string
  isGoing: boolean
  /** Another row is on its way out. */
  isLocked: boolean
  onDelete: () => void
  children: ReactNode
}

export function DeletableRow({ deleteLabel, isGoing, isLocked, onDelete, children }: DeletableRowProps) {
  return (
    <li className="flex min-h-14 items-center gap-x-3 py-1.5 pr-1.5 pl-4">
      <div className="min-w-0 grow">{children}</div>
      <Button
        variant="quiet"
        size="icon"
        aria-label={deleteLabel}
        busy={isGoing}
        disabled={isLocked}
        onClick={onDelete}
      >
        {!isGoing && <Trash2 aria-hidden="true" className="size-5" strokeWidth={1.75} />}
      </Button>
    </li>
  )
}

export function PanelFailed({ what, retry }: { what: string; retry: () => void }) {
  return (
    <div role="alert" className="mt-6 rounded-xl bg-alarm-pale px-4 py-3 text-alarm-deep">
      {what} could not be loaded.{' '}
      <button type="button" className="font-semibold underline" onClick={retry}>
        Try again
      </button>
    </div>
  )
}
