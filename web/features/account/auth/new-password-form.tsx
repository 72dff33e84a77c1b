/** Sets a new password after a reset link. */

import { type SubmitEvent, useState } from 'react'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { FormError } from '#ui/form-error'
import { PasswordField } from '#ui/password-field'
import { useSetNewPassword } from './auth-actions.ts'

/** @param email for password managers; may be empty */
export function NewPasswordForm({ email }: { email: string }) {
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { mutate, isPending, error } = useSetNewPassword()
  const failure = error && messageFor(error, 'Failed to update password.')

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    setMissing(password === '')
    if (password !== '') mutate(password)
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <FormError message={isMissing ? 'Please choose a password' : failure} />
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        label="New password"
        name="new-password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" busy={isPending} size="lg" className="w-full">
        {isPending ? 'Saving...' : 'Save new password'}
      </Button>
    </form>
  )
}
