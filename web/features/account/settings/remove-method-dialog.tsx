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
import { ConfirmDialog } from '#ui/confirm-dialog'
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
  const close = () => {
    reset()
    onOpenChange(false)
  }
  const remove = () => mutate(method, { onSuccess: close })
  if (open && mustReauthenticate(error)) {
    return (
      <LazyReauthenticateDialog
        isOpen
        user={user}
        purpose={`to remove ${inSentence(method)}`}
        onClose={close}
        onReauthenticated={remove}
      />
    )
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title={`Remove ${inSentence(method)}?`}
      description={consequences[method.kind](method)}
      action="Remove"
      onConfirm={remove}
      isPending={isPending}
      keep="Keep"
    >
      <FormError message={error && messageFor(error, 'It could not be removed. Please try again later.')} />
    </ConfirmDialog>
  )
}
