/** The dialog that confirms leaving with unsaved changes. */
import { Button } from '#ui/button'
import { Dialog, DialogActions } from '#ui/dialog'

export interface UnsavedChangesDialogProps {
  open: boolean
  onStay: () => void
  onLeave: () => void
}

export function UnsavedChangesDialog({ open, onStay, onLeave }: UnsavedChangesDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onStay()}
      title="Leave without saving?"
      description="Your changes on this page have not been saved."
    >
      <DialogActions>
        <Button size="lg" onClick={onStay}>
          Stay
        </Button>
        <Button variant="secondary" size="lg" onClick={onLeave}>
          Leave
        </Button>
      </DialogActions>
    </Dialog>
  )
}
