/** Asks for the password again, or for a code sent by email. */
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useApp } from '#platform/app-context.ts'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { PasswordField } from '#ui/password-field'
import { TextField } from '#ui/text-field'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { reauthenticateByCode, reauthenticateByPassword, sendReauthenticationCode } from './reauthenticate.ts'
import type { SessionUser } from './session-user.ts'

export interface ReauthenticateDialogProps {
  user: SessionUser
  /** Completes the sentence, for example 'to download your data'. */
  purpose: string
  onReauthenticated: () => void
  onClose: () => void
}

export function ReauthenticateDialog({ user, purpose, onReauthenticated, onClose }: ReauthenticateDialogProps) {
  const app = useApp()
  const [method, setMethod] = useState<'password' | 'code'>('password')
  const [value, setValue] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState<'submitting' | 'sending' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  // The pressed button was disabled and lost the focus. The field is next.
  useEffect(() => {
    if (busy === null) restoreFocus(field.current)
  }, [busy])

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (value.trim() === '') {
      field.current?.focus()
      return setError(method === 'password' ? 'Please enter your password' : 'Please enter the code')
    }
    setBusy('submitting')
    const message =
      method === 'password'
        ? await reauthenticateByPassword(app, user.email, value)
        : await reauthenticateByCode(app, user.email, value.trim())
    setBusy(null)
    setError(message)
    if (message === null) onReauthenticated()
  }

  async function sendCode(): Promise<void> {
    setBusy('sending')
    const message = await sendReauthenticationCode(app, user.email)
    setBusy(null)
    setError(message)
    if (message !== null) return
    setMethod('code')
    setValue('')
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Confirm it’s you"
      description={
        method === 'password'
          ? `Please enter your password ${purpose}.`
          : `We have sent a code to ${user.email}. Please enter it ${purpose}.`
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        <FormError message={error} />
        <input type="hidden" name="username" autoComplete="username" value={user.email} />
        {method === 'password' ? (
          <PasswordField
            ref={field}
            label="Password"
            autoComplete="current-password"
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        ) : (
          <TextField
            ref={field}
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        )}
        <Button type="submit" size="lg" busy={busy === 'submitting'} disabled={busy !== null} className="w-full">
          {busy === 'submitting' ? 'Checking...' : 'Continue'}
        </Button>
      </form>
      <p className="mt-5 text-center">
        <Button variant="link" disabled={busy !== null} onClick={() => void sendCode()}>
          {method === 'password' ? 'Email me a code instead' : 'Send another code'}
        </Button>
      </p>
    </Dialog>
  )
}
