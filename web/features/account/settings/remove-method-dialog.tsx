/** Confirms that a way to sign in is removed. */
import {
  inSentence,
  LazyReauthenticateDialog,
  mustReauthenticate,
  type SessionUser,
  type SignInMethod,
  useRemoveSignInMethod,
} from '#features/account/auth'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { Dialog, DialogActions } from '#ui/dialog'
import { FormError } from '#ui/form-error'

interface RemoveMethodDialogProps {
  user: SessionUser
  method: SignInMethod
  open: boolean
  onOpenChange: (open: boolean) => void
}

const consequences = {
  password: () =>
    'Your password is deleted. You then sign in with your linked accounts. You can set a new password at any time.',
  phone: ({ detail }) => `${detail} is removed from your account.`,
  provider: ({ name }) => `You can no longer sign in with ${name}. Your orders, messages and other data stay.`,
} as const satisfies Record<SignInMethod['kind'], (method: SignInMethod) => string>

export function RemoveMethodDialog({ user, method, open, onOpenChange }: RemoveMethodDialogProps) {
  const { mutate, isPending, error, reset } = useRemoveSignInMethod(user.id)
  const remove = () => mutate(method, { onSuccess: () => onOpenChange(false) })
  if (open && mustReauthenticate(error)) {
    return (
      <LazyReauthenticateDialog
        isOpen
        user={user}
        purpose={`to remove ${inSentence(method)}`}
        onClose={() => {
          reset()
          onOpenChange(false)
        }}
        onReauthenticated={remove}
      />
    )
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        reset()
        onOpenChange(next)
      }}
      title={`Remove ${inSentence(method)}?`}
      description={consequences[method.kind](method)}
    >
      <FormError message={error && messageFor(error, 'It could not be removed. Please try again later.')} />
      <DialogActions>
        <Button variant="danger" size="lg" busy={isPending} onClick={remove}>
          Remove
        </Button>
        <Button
          data-initial-focus
          variant="secondary"
          size="lg"
          disabled={isPending}
          onClick={() => onOpenChange(false)}
        >
          Keep
        </Button>
      </DialogActions>
    </Dialog>
  )
}
