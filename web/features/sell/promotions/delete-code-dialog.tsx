/** Asks before a discount code is deleted. */
import { ConfirmDialog } from '#ui/confirm-dialog'
import { type DiscountCode, useDeleteCode } from './codes.ts'

export function DeleteCodeDialog({ open, onClose, code }: { open: boolean; onClose: () => void; code: DiscountCode }) {
  const remove = useDeleteCode()
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Delete ${code.code}?`}
      description="Orders that used it stay as they are. Its figures are lost, and a new code of the same text starts from zero."
      action="Delete"
      onConfirm={() => remove.mutate(code.id, { onSettled: onClose })}
      isPending={remove.isPending}
    />
  )
}
