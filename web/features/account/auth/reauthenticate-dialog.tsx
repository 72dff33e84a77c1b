/** Asks for the password again, or for a code: sent by email, or of the authenticator app where the account has one. */
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { FormError } from '#ui/form-error'
import { PasswordField } from '#ui/password-field'
import { TextField } from '#ui/text-field'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { useAuth } from './auth-context.ts'
import { sessionKey } from './auth-storage.ts'
import { type Proof, useReauthenticate, useSendCode } from './reauthenticate.ts'
import { type SessionUser, storedSession } from './session-user.ts'

const proofOf = (method: 'password' | 'code' | 'factor', value: string): Proof =>
  method === 'password' ? { password: value } : method === 'code' ? { code: value.trim() } : { factorCode: value }

export interface ReauthenticateDialogProps {
  user: SessionUser
  /** Completes the sentence, for example 'to download your data'. */
  purpose: string
  onReauthenticated: () => void
  onClose: () => void
}

export function ReauthenticateDialog({ user, purpose, onReauthenticated, onClose }: ReauthenticateDialogProps) {
  const { storage } = useAuth()
  const { hasSecondFactor = false, hasPassword = true } = storedSession(storage.getItem(sessionKey)) ?? {}
  const [method, setMethod] = useState<'password' | 'code' | 'factor'>(
    hasSecondFactor ? 'factor' : hasPassword ? 'password' : 'code',
  )
  const [value, setValue] = useState('')
  const [isMissing, setMissing] = useState(false)
  const proof = useReauthenticate(user.email)
  const code = useSendCode(user.email)
  const isBusy = proof.isPending || code.isPending
  const failure = code.error ?? proof.error
  const field = useRef<HTMLInputElement>(null)
  // The pressed button was disabled and lost the focus. The field is next.
  useEffect(() => {
    if (!isBusy) restoreFocus(field.current)
  }, [isBusy])

  // Without a password there is no choice, so the code is sent at once.
  const { mutate: send } = code
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    if (!hasSecondFactor && !hasPassword) send()
  }, [hasSecondFactor, hasPassword, send])

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    setMissing(value.trim() === '')
    if (value.trim() === '') {
      field.current?.focus()
      return
    }
    code.reset()
    proof.mutate(proofOf(method, value), { onSuccess: onReauthenticated })
  }

  function sendCode(): void {
    setMissing(false)
    proof.reset()
    const enterCode = () => {
      setMethod('code')
      setValue('')
    }
    code.mutate(undefined, { onSuccess: enterCode })
  }

  const missing = method === 'password' ? 'Please enter your password' : 'Please enter the code'
  const error = isMissing ? missing : failure && messageFor(failure, 'Please try again later')

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Confirm it’s you"
      description={
        {
          password: `Please enter your password ${purpose}.`,
          code: `We have sent a code to ${user.email}. Please enter it ${purpose}.`,
          factor: `Please enter the code from your authenticator app ${purpose}.`,
        }[method]
      }
    >
      <form onSubmit={submit} noValidate className="space-y-4">
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
        <Button type="submit" size="lg" busy={proof.isPending} disabled={isBusy} className="w-full">
          {proof.isPending ? 'Checking...' : 'Continue'}
        </Button>
      </form>
      {method !== 'factor' && (
        <p className="mt-5 text-center">
          <Button variant="link" disabled={isBusy} onClick={sendCode}>
            {method === 'password' ? 'Email me a code instead' : 'Send another code'}
          </Button>
        </p>
      )}
    </Dialog>
  )
}
