/** The question whether to leave what is not saved. */
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'

export interface LeaveDialogProps {
  open: boolean
  onStay: () => void
  onLeave: () => void
}

export function LeaveDialog({ open, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onStay()}
      title="Leave without saving?"
      description="What you changed in this product is not saved yet."
    >
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onLeave}>
          Leave
        </Button>
        <Button onClick={onStay}>Stay</Button>
      </div>
    </Dialog>
  )
}
