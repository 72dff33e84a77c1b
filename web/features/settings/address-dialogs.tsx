/** The dialogs of the address book. */
import { useState } from 'react'
import { type Address, AddressFields, addressLines } from '#features/addresses'
import type { SessionUser } from '#features/auth'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { toast } from '#ui/toast'

export interface AddressDialogProps {
  user: SessionUser
  /** The address to edit; absent for a new one. */
  address?: Address | undefined
  isFirst: boolean
  onClose: () => void
}

export function AddressDialog({ user, address, isFirst, onClose }: AddressDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={address ? 'Edit Address' : 'Add New Address'}
      width="wide"
      onPhones="full"
    >
      <AddressFields
        userId={user.id}
        address={address}
        fullName={user.name}
        isFirst={isFirst}
        onSaved={onClose}
        onCancel={onClose}
      />
    </Dialog>
  )
}

export interface DeleteDialogProps {
  address: Address
  onDelete: (app: AppContext) => Promise<void>
  onClose: () => void
}

export function DeleteDialog({ address, onDelete, onClose }: DeleteDialogProps) {
  const app = useApp()
  const [isBusy, setBusy] = useState(false)

  async function remove(): Promise<void> {
    setBusy(true)
    try {
      await onDelete(app)
      toast({ title: 'Address deleted' })
      onClose()
    } catch {
      setBusy(false)
      toast({
        title: 'Error',
        description: 'The address could not be deleted. Please try again.',
        variant: 'destructive',
      })
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Delete this address?"
      description={`${address.full_name}, ${addressLines(address).join(', ')}. Existing orders keep it.`}
    >
      <div className="flex flex-wrap gap-3">
        <Button busy={isBusy} onClick={() => void remove()}>
          Delete
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}
