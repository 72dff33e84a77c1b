/** Asks before a discount code is deleted. */
import { Button } from '#ui/button'
import { Dialog, DialogActions } from '#ui/dialog'
import { type DiscountCode, useDeleteCode } from './codes.ts'

export function DeleteCodeDialog({ open, onClose, code }: { open: boolean; onClose: () => void; code: DiscountCode }) {
  const remove = useDeleteCode()
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Delete ${code.code}?`}
      description="Orders that used it stay as they are. Its figures are lost, and a new code of the same text starts from zero."
    >
      <DialogActions>
        <Button
          variant="danger"
          size="lg"
          busy={remove.isPending}
          onClick={() => remove.mutate(code.id, { onSettled: onClose })}
        >
          Delete
        </Button>
        <Button data-initial-focus variant="secondary" size="lg" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  )
}
