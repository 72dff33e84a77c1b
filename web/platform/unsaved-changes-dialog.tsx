/** The dialog that confirms leaving with unsaved changes. */
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'

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
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onLeave}>
          Leave
        </Button>
        <Button onClick={onStay}>Stay</Button>
      </div>
    </Dialog>
  )
}
