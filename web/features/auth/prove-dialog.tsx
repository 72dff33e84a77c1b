/** Asks who is there once more: for the password, or for a code by e-mail from whoever has none or has forgotten it. */
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { PasswordField } from '#ui/password-field'
import { TextField } from '#ui/text-field'
import { useApp } from '#web/app/app-context.ts'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { FormError } from './form-error.tsx'
import { proveByCode, proveByPassword, sendProofCode } from './prove-identity.ts'
import type { SessionUser } from './session-user.ts'

export interface ProveDialogProps {
  user: SessionUser
  /** What it is asked for: 'to download your data'. */
  purpose: string
  onProved: () => void
  onClose: () => void
}

export function ProveDialog({ user, purpose, onProved, onClose }: ProveDialogProps) {
  const app = useApp()
  const [way, setWay] = useState<'password' | 'code'>('password')
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState<'proving' | 'sending' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  // The button that was pressed has lost the keyboard while it waited; what comes next is typed.
  useEffect(() => {
    if (busy === null) restoreFocus(field.current)
  }, [busy])

  async function prove(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (typed.trim() === '') {
      field.current?.focus()
      return setFailure(way === 'password' ? 'Please enter your password' : 'Please enter the code')
    }
    setBusy('proving')
    const wrong =
      way === 'password'
        ? await proveByPassword(app, user.email, typed)
        : await proveByCode(app, user.email, typed.trim())
    setBusy(null)
    setFailure(wrong)
    if (wrong === null) onProved()
  }

  async function sendCode(): Promise<void> {
    setBusy('sending')
    const wrong = await sendProofCode(app, user.email)
    setBusy(null)
    setFailure(wrong)
    if (wrong !== null) return
    setWay('code')
    setTyped('')
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Confirm it’s you"
      description={
        way === 'password'
          ? `Please enter your password ${purpose}.`
          : `We have sent a code to ${user.email}. Please enter it ${purpose}.`
      }
    >
      <form onSubmit={(event) => void prove(event)} noValidate className="space-y-4">
        <FormError message={failure} />
        <input type="hidden" name="username" autoComplete="username" value={user.email} />
        {way === 'password' ? (
          <PasswordField
            ref={field}
            label="Password"
            autoComplete="current-password"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        ) : (
          <TextField
            ref={field}
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <Button type="submit" size="lg" busy={busy === 'proving'} disabled={busy !== null} className="w-full">
          {busy === 'proving' ? 'Checking...' : 'Continue'}
        </Button>
      </form>
      <p className="mt-5 text-center">
        <button type="button" disabled={busy !== null} onClick={() => void sendCode()} className="text-link py-1">
          {way === 'password' ? 'Email me a code instead' : 'Send another code'}
        </button>
      </p>
    </Dialog>
  )
}
