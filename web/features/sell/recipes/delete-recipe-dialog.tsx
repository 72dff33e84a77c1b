/** Asks before a recipe is deleted. */
import { ConfirmDialog } from '#ui/confirm-dialog'
import { type RecipeProduct, useDeleteRecipe } from './recipes.ts'

interface DeleteRecipeDialogProps {
  open: boolean
  onClose: () => void
  product: RecipeProduct
  onDeleted: () => void
}

export function DeleteRecipeDialog({ open, onClose, product, onDeleted }: DeleteRecipeDialogProps) {
  const remove = useDeleteRecipe(product.id)
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Delete the recipe of ${product.name}?`}
      description="The product and your ingredients stay as they are."
      action="Delete"
      onConfirm={() => remove.mutate(undefined, { onSuccess: onDeleted, onSettled: onClose })}
      isPending={remove.isPending}
    />
  )
}
