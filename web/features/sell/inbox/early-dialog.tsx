/** Confirms that an order was handed over before its day. */
import { ConfirmDialog } from '#ui/confirm-dialog'

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
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Handed over already?"
      description={question}
      action={confirmLabel}
      onConfirm={onConfirm}
      keep="Not yet"
      isHarmless
    />
  )
}
