/** Settings: addresses. */
import { MapPin, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { preload } from '#platform/preload.ts'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { Choice } from '#ui/choice'
import { EmptyState } from '#ui/empty-state'
import { IconButton } from '#ui/icon-button'
import { Loaded } from '#ui/loaded'
import { useLazyPart } from '#ui/use-lazy-part'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { SettingsLoading } from '#web/features/account/settings/loading.tsx'
import {
  type Address,
  addressesQuery,
  addressLines,
  useAddresses,
  useMakeDefault,
} from '#web/features/buy/addresses/address-book.ts'

export const loader = memberLoader((app, { id }) => void preload(app, addressesQuery(app, id)))

const loadDialogs = () => import('#web/features/account/settings/address-dialogs.tsx')

type OpenDialog = { kind: 'write'; address?: Address } | { kind: 'delete'; address: Address }

export function Component() {
  const query = useAddresses()
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  const part = useLazyPart(loadDialogs, openDialog !== null, () => setOpenDialog(null))
  const close = () => setOpenDialog(null)
  const add = (
    <Button onClick={() => setOpenDialog({ kind: 'write' })}>
      <Plus aria-hidden="true" className="size-5" />
      Add New Address
    </Button>
  )
  const loading = <SettingsLoading what="addresses" />
  return (
    <>
      <Loaded query={query} isLine failed="Your addresses could not be loaded." loading={loading}>
        {(addresses) =>
          addresses.length === 0 ? (
            <EmptyState icon={MapPin} title="No addresses yet" actions={add} className="py-8">
              Save a delivery address for a faster checkout.
            </EmptyState>
          ) : (
            <>
              <AddressList addresses={addresses} onOpenDialog={setOpenDialog} />
              <div className="mt-6">{add}</div>
            </>
          )
        }
      </Loaded>
      {part && openDialog?.kind === 'write' && (
        <part.AddressDialog address={openDialog.address} isFirst={query.data?.length === 0} onClose={close} />
      )}
      {part && openDialog?.kind === 'delete' && <part.DeleteDialog address={openDialog.address} onClose={close} />}
    </>
  )
}

interface AddressListProps {
  addresses: readonly Address[]
  onOpenDialog: (openDialog: OpenDialog) => void
}

function AddressList({ addresses, onOpenDialog }: AddressListProps) {
  const { mutate, isPending, variables } = useMakeDefault()
  const chosen = isPending ? variables : null

  return (
    <fieldset className="space-y-3" aria-busy={isPending}>
      <legend className="sr-only">Default Address</legend>
      {addresses.map((address) => {
        const isDefault = chosen ? address.id === chosen : address.is_default
        const lines = addressLines(address)
        return (
          <div
            key={address.id}
            className="flex items-start gap-1 rounded-card border border-line bg-card py-3 pr-2 pl-4 has-checked:border-berry sm:pl-5"
          >
            <Choice
              look="row"
              name="default-address"
              checked={isDefault}
              onChange={() => isPending || mutate(address.id)}
              className="min-w-0 grow items-start gap-4 py-1.5 hover:bg-transparent"
            >
              <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <span className="font-semibold wrap-anywhere">{address.full_name}</span>
                {isDefault && <Badge tone="leaf">Default Address</Badge>}
              </span>
              {lines.map((line) => (
                <span key={line} className="block text-ink-soft wrap-anywhere">
                  {line}
                </span>
              ))}
              {address.phone && <span className="block text-ink-soft">{address.phone}</span>}
            </Choice>
            <IconButton
              icon={Pencil}
              label={`Edit ${lines[0]}`}
              onClick={() => onOpenDialog({ kind: 'write', address })}
            />
            <IconButton
              icon={Trash2}
              label={`Delete ${lines[0]}`}
              onClick={() => onOpenDialog({ kind: 'delete', address })}
            />
          </div>
        )
      })}
    </fieldset>
  )
}
