/** The less frequent actions of one product: hide, publish, duplicate, full edit, print labels. */
import { Menu } from '@base-ui/react/menu'
import { Copy, EyeOff, FilePen, Tag, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { missingDeclarations, readAllergens } from '#domain/allergens'
import { toast } from '#ui/toast'
import type { ProductRow } from './own-products.ts'
import { useDuplicateProduct, useSetProductStatus } from './product-mutations.ts'

export interface RowMenuProps {
  row: ProductRow
  /** Props of the button that opens the menu. */
  triggerProps: { 'aria-label': string; className: string; children: ReactNode }
}

const itemStyle =
  'flex h-11 cursor-pointer items-center gap-3 rounded-lg px-3 outline-none select-none data-highlighted:bg-paper-deep'
const iconStyle = 'size-5 text-ink-soft'

/** Mounted on the first press, so it starts open. */
export function RowMenu({ row, triggerProps }: RowMenuProps) {
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
    setStatus.mutate('active')
  }

  function duplicateProduct() {
    duplicate.mutate(row.id, { onSuccess: (id) => void navigate(`/seller/products/${id}/edit`) })
  }

  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger {...triggerProps} />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="z-50 outline-none">
          <Menu.Popup className="w-56 rounded-2xl border border-line bg-card p-2 shadow-lift outline-none">
            {row.status === 'active' ? (
              <MenuItem
                icon={<EyeOff aria-hidden="true" className={iconStyle} />}
                onClick={() => setStatus.mutate('hidden')}
              >
                Hide
              </MenuItem>
            ) : (
              <MenuItem icon={<Upload aria-hidden="true" className={iconStyle} />} onClick={publish}>
                Publish
              </MenuItem>
            )}
            <MenuItem icon={<Copy aria-hidden="true" className={iconStyle} />} onClick={duplicateProduct}>
              Duplicate
            </MenuItem>
            <Menu.Item render={<Link to={`/seller/products/${row.id}/edit`} />} className={itemStyle}>
              <FilePen aria-hidden="true" className={iconStyle} />
              Edit all details
            </Menu.Item>
            <Menu.Item render={<Link to={`/seller/products/${row.id}/label`} />} className={itemStyle}>
              <Tag aria-hidden="true" className={iconStyle} />
              Print labels
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function MenuItem({ icon, onClick, children }: { icon: ReactNode; onClick: () => void; children: ReactNode }) {
  return (
    <Menu.Item onClick={onClick} className={itemStyle}>
      {icon}
      {children}
    </Menu.Item>
  )
}
