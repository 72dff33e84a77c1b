/** Confirms that an order was handed over before its day. */
import { Button } from '#ui/button'
import { Dialog, DialogActions } from '#ui/dialog'

interface EarlyDialogProps {
  /** Why it is asked, in the database's words. */
  question: string
  confirmLabel: string
  open: boolean
  onConfirm: () => void
  onClose: () => void
}

export function EarlyDialog({ question, confirmLabel, open, onConfirm, onClose }: EarlyDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Handed over already?" description={question}>
      <DialogActions>
        <Button size="lg" onClick={onConfirm}>
          {confirmLabel}
        </Button>
        <Button data-initial-focus variant="secondary" size="lg" onClick={onClose}>
          Not yet
        </Button>
      </DialogActions>
    </Dialog>
  )
}
