/** Asks for the code of an email before the password changes in an old session. */
import type { SessionUser } from '#features/account/auth'
import { Dialog } from '#ui/dialog'
import { CodeForm } from './code-form.tsx'

interface PasswordCodeDialogProps {
  user: SessionUser
  isPending: boolean
  failure: string | null
  onSubmit: (code: string) => void
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function PasswordCodeDialog({ user, open, onOpenChange, ...form }: PasswordCodeDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Confirm it’s you"
      description={`You signed in more than a day ago. We have sent a code to ${user.email}. Please enter it to change your password.`}
    >
      <CodeForm label="Code" action="Continue" {...form} />
    </Dialog>
  )
}
