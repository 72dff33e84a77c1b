/** Confirms the deletion of a product. */
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { toast } from '#ui/toast'
import type { ProductRow } from './own-products.ts'
import { useDeleteProduct } from './product-mutations.ts'

export interface DeleteDialogProps {
  open: boolean
  onClose: () => void
  row: ProductRow
}

export function DeleteDialog({ open, onClose, row }: DeleteDialogProps) {
  const remove = useDeleteProduct()
  function confirm() {
    remove.mutate(row.id, {
      onSuccess: () => toast({ title: 'Success', description: 'Product deleted successfully' }),
      onError: () => toast({ title: 'Error', description: 'Failed to delete product', variant: 'destructive' }),
      onSettled: onClose,
    })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Are you sure?"
      description="This action cannot be undone. This will permanently delete the product."
    >
      <p className="rounded-xl bg-paper-deep px-4 py-3 font-semibold wrap-anywhere">{row.name}</p>
      <div className="mt-6 flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" busy={remove.isPending} onClick={confirm}>
          Delete
        </Button>
      </div>
    </Dialog>
  )
}
