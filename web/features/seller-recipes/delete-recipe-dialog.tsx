/** Asks before a recipe is deleted. */
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { type Product, useDeleteRecipe } from './recipes.ts'

interface DeleteRecipeDialogProps {
  open: boolean
  onClose: () => void
  product: Product
  onDeleted: () => void
}

export function DeleteRecipeDialog({ open, onClose, product, onDeleted }: DeleteRecipeDialogProps) {
  const remove = useDeleteRecipe(product.id)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Delete the recipe of ${product.name}?`}
      description="The product and your ingredients stay as they are."
    >
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="danger"
          busy={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSuccess: onDeleted, onSettled: onClose })}
        >
          Delete
        </Button>
      </div>
    </Dialog>
  )
}
