/** The dialogs of the address book. */
import { type Address, AddressFields, addressLines, useDeleteAddress } from '#features/buy/addresses'
import { ConfirmDialog } from '#ui/confirm-dialog'
import { Dialog } from '#ui/dialog'

export interface AddressDialogProps {
  address?: Address | undefined
  isFirst: boolean
  onClose: () => void
}

export function AddressDialog({ address, isFirst, onClose }: AddressDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={address ? 'Edit Address' : 'Add New Address'}
      width="wide"
      onPhones="full"
    >
      <AddressFields address={address} isFirst={isFirst} onSaved={onClose} onCancel={onClose} />
    </Dialog>
  )
}

export function DeleteDialog({ address, onClose }: { address: Address; onClose: () => void }) {
  const { mutate, isPending } = useDeleteAddress()
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete this address?"
      description={`${address.full_name}, ${addressLines(address).join(', ')}. Existing orders keep it.`}
      action="Delete"
      onConfirm={() => mutate(address.id, { onSuccess: onClose })}
      isPending={isPending}
    />
  )
}
