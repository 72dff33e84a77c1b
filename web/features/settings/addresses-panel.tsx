/** The address book: which one things go to, and a form for each. */
import { MapPin, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Address, addressLines, deleteAddress, makeDefault, useAddresses } from '#features/addresses'
import type { SessionUser } from '#features/auth'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { LoadFailedLine } from '#ui/load-failed-line'
import { toast } from '#ui/toast'
import { useLazyPart } from '#ui/use-lazy-part'
import { useApp } from '#web/app/app-context.ts'
import { Loading } from './loading.tsx'

const loadDialogs = () => import('./address-dialogs.tsx')

/** What is done in a window: a new address, a change, or the question whether one may go. */
type Wish = { kind: 'write'; address?: Address } | { kind: 'delete'; address: Address }

export function AddressesPanel({ user }: { user: SessionUser }) {
  const { data: addresses, isError, refetch } = useAddresses(user.id)
  const [wish, setWish] = useState<Wish | null>(null)
  const part = useLazyPart(loadDialogs, wish !== null, () => setWish(null))
  const close = () => setWish(null)
  const add = (
    <Button onClick={() => setWish({ kind: 'write' })}>
      <Plus aria-hidden="true" className="size-5" />
      Add New Address
    </Button>
  )
  return (
    <>
      {addresses ? (
        addresses.length === 0 ? (
          <EmptyState icon={MapPin} title="No addresses yet" actions={add} className="py-8!">
            Save a delivery address for a faster checkout.
          </EmptyState>
        ) : (
          <>
            <Book user={user} addresses={addresses} onWish={setWish} />
            <div className="mt-6">{add}</div>
          </>
        )
      ) : isError ? (
        <LoadFailedLine retry={() => void refetch()}>Your addresses could not be loaded.</LoadFailedLine>
      ) : (
        <Loading what="addresses" />
      )}
      {part && wish?.kind === 'write' && (
        <part.AddressDialog user={user} address={wish.address} isFirst={addresses?.length === 0} onClose={close} />
      )}
      {part && wish?.kind === 'delete' && (
        <part.DeleteDialog
          address={wish.address}
          onDelete={(app) => deleteAddress(app, user.id, wish.address.id)}
          onClose={close}
        />
      )}
    </>
  )
}

interface BookProps {
  user: SessionUser
  addresses: readonly Address[]
  onWish: (wish: Wish) => void
}

function Book({ user, addresses, onWish }: BookProps) {
  const app = useApp()
  const [chosen, setChosen] = useState<string | null>(null)

  async function choose(id: string): Promise<void> {
    if (chosen !== null) return
    setChosen(id)
    try {
      await makeDefault(app, user.id, id)
    } catch {
      toast({ title: 'Error', description: 'Failed to save address. Please try again.', variant: 'destructive' })
    } finally {
      setChosen(null)
    }
  }

  return (
    <fieldset className="space-y-3" aria-busy={chosen !== null}>
      <legend className="sr-only">Default Address</legend>
      {addresses.map((address) => {
        const isDefault = chosen ? address.id === chosen : address.is_default
        const lines = addressLines(address)
        return (
          <div
            key={address.id}
            className="flex items-start gap-1 rounded-2xl border border-line bg-card py-3 pr-2 pl-4 has-checked:border-berry sm:pl-5"
          >
            <label className="flex min-w-0 grow cursor-pointer gap-4 py-1.5">
              <input
                type="radio"
                name="default-address"
                checked={isDefault}
                onChange={() => void choose(address.id)}
                className="mt-1 size-5 shrink-0 accent-berry"
              />
              <span className="min-w-0">
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
              </span>
            </label>
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Edit ${lines[0]}`}
              onClick={() => onWish({ kind: 'write', address })}
            >
              <Pencil aria-hidden="true" className="size-5" strokeWidth={1.75} />
            </Button>
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Delete ${lines[0]}`}
              onClick={() => onWish({ kind: 'delete', address })}
            >
              <Trash2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
            </Button>
          </div>
        )
      })}
    </fieldset>
  )
}
