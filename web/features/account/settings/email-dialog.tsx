/** Changes the email address. It changes once the links to the old and the new address have been followed. */
import { z } from 'zod'
import { tryLater, useRequestEmailChange } from '#features/account/auth'
import { messageFor } from '#platform/message-for.ts'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { TextField } from '#ui/text-field'

const emailForm = z.object({ email: z.email('Please enter a valid email address') })

export function EmailDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Change email"
      description="We will send a link to your old and your new address. Once you have followed both, you can sign in with the new one."
    >
      <Form onSent={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** A component of its own inside the dialog, so that each opening starts with an empty form. */
function Form({ onSent }: { onSent: () => void }) {
  const { input, handleSubmit } = useZodForm(emailForm, { email: '' })
  const { mutate, isPending, error } = useRequestEmailChange()
  const send = handleSubmit(({ email }) => mutate(email, { onSuccess: onSent }))
  const { error: invalid, ...field } = input('email')

  return (
    <form onSubmit={(event) => void send(event)} noValidate className="space-y-4">
      <TextField
        label="New email"
        type="email"
        autoComplete="email"
        error={invalid ?? (error ? messageFor(error, tryLater) : undefined)}
        {...field}
      />
      <Button type="submit" size="lg" busy={isPending} className="w-full">
        {isPending ? 'Sending...' : 'Send links'}
      </Button>
    </form>
  )
}
