/** Asks before a recipe is deleted. */
import { Button } from '#ui/button'
import { Dialog, DialogActions } from '#ui/dialog'
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
      <DialogActions>
        <Button
          variant="danger"
          size="lg"
          busy={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSuccess: onDeleted, onSettled: onClose })}
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
