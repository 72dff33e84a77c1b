/** Confirms the deletion of a product. */
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import type { ProductRow } from './own-products.ts'
import { useDeleteProduct } from './product-mutations.ts'

export function DeleteDialog({ open, onClose, row }: { open: boolean; onClose: () => void; row: ProductRow }) {
  const remove = useDeleteProduct()
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
        <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate(row.id, { onSettled: onClose })}>
          Delete
        </Button>
      </div>
    </Dialog>
  )
}
