/** Asks before something that cannot be taken back. Escape and the second button keep things as they are. */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

export interface ConfirmDialogProps {
  open?: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** The button that does it. */
  action: string
  onConfirm: () => void
  isPending?: boolean
  /** The button that does not. */
  keep?: string
  /** For what destroys nothing. */
  isHarmless?: boolean
  children?: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open = true, onClose, title, description, action, onConfirm, isPending, keep = 'Cancel', children } = props
  return (
    <Dialog open={open} onOpenChange={(next) => next || onClose()} title={title} description={description}>
      {children}
      <DialogActions>
        <Button variant={props.isHarmless ? undefined : 'danger'} size="lg" busy={isPending} onClick={onConfirm}>
          {action}
        </Button>
        <Button data-initial-focus variant="secondary" size="lg" disabled={isPending} onClick={onClose}>
          {keep}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
