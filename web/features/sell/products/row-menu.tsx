/** The less frequent actions of one product: hide, publish, duplicate, full edit, recipe, print labels. */
import { Copy, EyeOff, FilePen, Scale, Tag, Upload } from 'lucide-react'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router'
import { missingDeclarations, readAllergens } from '#domain/food/allergens'
import { Menu, MenuItem } from '#ui/menu'
import { toast } from '#ui/toast'
import type { ProductRow } from './own-products.ts'
import { useDuplicateProduct, useSetProductStatus } from './product-mutations.ts'

/** Mounted on the first press, so it starts open. */
export function RowMenu({ row, trigger }: { row: ProductRow; trigger: ReactElement }) {
  const navigate = useNavigate()
  const setStatus = useSetProductStatus(row)
  const duplicate = useDuplicateProduct()

  function publish() {
    if (missingDeclarations(readAllergens(row.allergens)).length > 0) {
      // The edit form lists the missing allergens.
      void navigate(`/seller/products/${row.id}/edit#allergens`)
      toast({
        title: 'Allergens undeclared',
        description: 'Please declare all 14 allergens before publishing this product.',
        variant: 'destructive',
      })
      return
    }
    if (row.unanswered_allergens.length > 0) {
      void navigate(`/seller/products/${row.id}/edit`)
      toast({
        title: 'Choices mention allergens',
        description: 'Please answer whether they contain them before publishing this product.',
        variant: 'destructive',
      })
      return
    }
    setStatus.mutate('active')
  }

  function duplicateProduct() {
    duplicate.mutate(row.id, { onSuccess: (id) => void navigate(`/seller/products/${id}/edit`) })
  }

  return (
    <Menu defaultOpen trigger={trigger} className="w-56">
      {row.status === 'active' ? (
        <MenuItem icon={EyeOff} onClick={() => setStatus.mutate('hidden')}>
          Hide
        </MenuItem>
      ) : (
        <MenuItem icon={Upload} onClick={publish}>
          Publish
        </MenuItem>
      )}
      <MenuItem icon={Copy} onClick={duplicateProduct}>
        Duplicate
      </MenuItem>
      <MenuItem icon={FilePen} to={`/seller/products/${row.id}/edit`}>
        Edit all details
      </MenuItem>
      <MenuItem icon={Scale} to={`/seller/products/${row.id}/recipe`}>
        Recipe and cost
      </MenuItem>
      <MenuItem icon={Tag} to={`/seller/products/${row.id}/label`}>
        Print labels
      </MenuItem>
    </Menu>
  )
}
