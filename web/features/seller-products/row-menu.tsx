/** The less frequent things to do with one product of the table: hide, publish, copy, edit everything, print labels. */
import { Menu } from '@base-ui/react/menu'
import { Copy, EyeOff, FilePen, Tag, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { missingDeclarations, readAllergens } from '#domain/allergens'
import { toast } from '#ui/toast'
import { serverSentence, useDuplicateProduct, useSetStatus } from './change-products.ts'
import type { ProductRow } from './own-products.ts'

export interface RowMenuProps {
  row: ProductRow
  /** What the button that opens it looks and sounds like. */
  face: { 'aria-label': string; className: string; children: ReactNode }
}

const itemStyle =
  'flex h-11 cursor-pointer items-center gap-3 rounded-lg px-3 outline-none select-none data-highlighted:bg-paper-deep'
const iconStyle = 'size-5 text-ink-soft'

/** Opens as it appears. */
export function RowMenu({ row, face }: RowMenuProps) {
  const navigate = useNavigate()
  const setStatus = useSetStatus()
  const duplicate = useDuplicateProduct()
  const fail = (description: string) => toast({ title: 'Error', description, variant: 'destructive' })

  function publish() {
    if (missingDeclarations(readAllergens(row.allergens)).length > 0) {
      // The form says which are missing.
      void navigate(`/seller/products/${row.id}/edit#allergens`)
      toast({
        title: 'Allergens undeclared',
        description: 'Please declare all 14 allergens before publishing this product.',
        variant: 'destructive',
      })
      return
    }
    change('active', `${row.name} is visible in your shop.`)
  }

  function change(status: 'active' | 'hidden', description: string) {
    setStatus.mutate(
      { id: row.id, status },
      {
        onSuccess: () => toast({ title: 'Success', description }),
        onError: () => fail('Failed to update product'),
      },
    )
  }

  function copy() {
    duplicate.mutate(row.id, {
      onSuccess: (id) => {
        toast({ title: 'Success', description: 'The product was copied as a draft.' })
        void navigate(`/seller/products/${id}/edit`)
      },
      onError: (error) => fail(serverSentence(error) ?? 'Failed to duplicate product'),
    })
  }

  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger {...face} />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="z-50 outline-none">
          <Menu.Popup className="w-56 rounded-2xl border border-line bg-card p-2 shadow-lift outline-none">
            {row.status === 'active' ? (
              <Item
                icon={<EyeOff aria-hidden="true" className={iconStyle} />}
                onClick={() => change('hidden', `${row.name} is hidden from your shop.`)}
              >
                Hide
              </Item>
            ) : (
              <Item icon={<Upload aria-hidden="true" className={iconStyle} />} onClick={publish}>
                Publish
              </Item>
            )}
            <Item icon={<Copy aria-hidden="true" className={iconStyle} />} onClick={copy}>
              Duplicate
            </Item>
            <Menu.Item render={<Link to={`/seller/products/${row.id}/edit`} />} className={itemStyle}>
              <FilePen aria-hidden="true" className={iconStyle} />
              Edit everything
            </Menu.Item>
            <Menu.Item render={<Link to={`/seller/products/${row.id}/label`} />} className={itemStyle}>
              <Tag aria-hidden="true" className={iconStyle} />
              Print label
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function Item({ icon, onClick, children }: { icon: ReactNode; onClick: () => void; children: ReactNode }) {
  return (
    <Menu.Item onClick={onClick} className={itemStyle}>
      {icon}
      {children}
    </Menu.Item>
  )
}
