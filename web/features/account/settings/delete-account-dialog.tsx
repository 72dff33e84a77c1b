/** Confirms the deletion of an account. */
import { useState } from 'react'
import { LazyReauthenticateDialog, mustReauthenticate, useDeleteAccount, useMember } from '#features/account/auth'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { Checkbox } from '#ui/checkbox'
import { Dialog, DialogActions } from '#ui/dialog'
import { FormError } from '#ui/form-error'

const consequences = [
  'Your name, addresses, messages, favourites, notifications and pictures are deleted immediately and cannot be restored.',
  'Your reviews remain, without your name.',
  'Shops keep your orders for their records, without your name, address and notes.',
  'If you have a shop, it closes and its products are removed.',
]

export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const user = useMember()
  const [isSure, setSure] = useState(false)
  const { mutate, isPending, error, reset } = useDeleteAccount()

  if (mustReauthenticate(error)) {
    return (
      <LazyReauthenticateDialog
        isOpen
        user={user}
        purpose="to delete your account"
        onClose={onClose}
        onReauthenticated={() => {
          reset()
          mutate()
        }}
      />
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Delete your account?"
      description="You may want to download your data first."
    >
      <ul className="list-disc space-y-2 pl-5 text-pretty">
        {consequences.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      <Checkbox
        label="I want to delete my account permanently"
        checked={isSure}
        onChange={(event) => setSure(event.currentTarget.checked)}
        className="mt-5"
      />
      <FormError
        message={error && messageFor(error, 'Your account could not be deleted. Please try again.')}
        className="mt-4"
      />
      <DialogActions>
        <Button variant="danger" size="lg" busy={isPending} disabled={!isSure} onClick={() => mutate()}>
          Delete account
        </Button>
        <Button variant="secondary" size="lg" disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  )
}
