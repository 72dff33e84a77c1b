/** Changes the email address. It changes once the links to the old and the new address have been followed. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { requestEmailChange } from '#features/auth'
import { useApp } from '#platform/app-context.ts'
import { fieldProps } from '#platform/field-props.ts'
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
  const app = useApp()
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(emailForm),
    defaultValues: { email: '' },
  })
  const { isSubmitting } = formState
  const input = fieldProps(register, formState.errors)

  async function send({ email }: z.output<typeof emailForm>): Promise<void> {
    const failure = await requestEmailChange(app, email)
    if (failure === null) onSent()
    else setError('email', { message: failure })
  }

  return (
    <form onSubmit={handleSubmit(send)} noValidate className="space-y-4">
      <TextField label="New email" type="email" autoComplete="email" {...input('email')} />
      <Button type="submit" size="lg" busy={isSubmitting} className="w-full">
        {isSubmitting ? 'Sending...' : 'Send links'}
      </Button>
    </form>
  )
}
