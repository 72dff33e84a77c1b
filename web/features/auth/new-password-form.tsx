/** Sets a new password after a reset link. */

import { type SubmitEvent, useState } from 'react'
import { useApp } from '#platform/app-context.ts'
import { Button } from '#ui/button'
import { FormError } from '#ui/form-error'
import { PasswordField } from '#ui/password-field'
import { setNewPassword } from './auth-actions.ts'
import { closeAuthDialog } from './auth-dialog-store.ts'

/** @param email for password managers; may be empty */
export function NewPasswordForm({ email }: { email: string }) {
  const app = useApp()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (password === '') return setError('Please choose a password')
    setBusy(true)
    const failure = await setNewPassword(app, password)
    setBusy(false)
    setError(failure)
    if (failure === null) closeAuthDialog()
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <FormError message={error} />
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        label="New password"
        name="new-password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" busy={busy} size="lg" className="w-full">
        {busy ? 'Saving...' : 'Save new password'}
      </Button>
    </form>
  )
}
