/** Asks for the code of an authenticator app after the password, or for a recovery code. */
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useApp } from '#platform/app-context.ts'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { FormError } from '#ui/form-error'
import { TextField } from '#ui/text-field'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { tryLater } from './auth-actions.ts'
import { signInAsAnother } from './auth-dialog-store.ts'
import { abandonSession, useEnterFactorCode, useRecoveryCode } from './second-factor.ts'

export function SecondFactorForm() {
  const app = useApp()
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const byApp = useEnterFactorCode()
  const byRecoveryCode = useRecoveryCode()
  const current = isRecovery ? byRecoveryCode : byApp
  const field = useRef<HTMLInputElement>(null)
  // The pressed button was disabled and lost the focus. The field is next.
  useEffect(() => {
    if (!current.isPending) restoreFocus(field.current)
  }, [current.isPending])

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    setMissing(code.trim() === '')
    if (code.trim() === '') field.current?.focus()
    else current.mutate(code.trim(), { onError: () => setCode('') })
  }

  function change(): void {
    setRecovery(!isRecovery)
    setCode('')
    setMissing(false)
    byApp.reset()
    byRecoveryCode.reset()
    field.current?.focus()
  }

  return (
    <>
      <form onSubmit={submit} noValidate className="space-y-4">
        <FormError
          message={isMissing ? 'Please enter the code' : current.error && messageFor(current.error, tryLater)}
        />
        <TextField
          ref={field}
          label={isRecovery ? 'Recovery code' : 'Enter the code from your authenticator app'}
          hint={
            isRecovery
              ? 'One of the codes that you saved when you set up two-step verification. Using it turns two-step verification off.'
              : 'Six digits. A new code appears every 30 seconds.'
          }
          name="code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" size="lg" busy={current.isPending} className="w-full">
          {current.isPending ? 'Checking...' : 'Continue'}
        </Button>
      </form>
      <p className="mt-5 flex flex-wrap justify-center gap-x-5 gap-y-2">
        <Button variant="link" disabled={current.isPending} onClick={change}>
          {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
        </Button>
        <Button
          variant="link"
          disabled={current.isPending}
          onClick={() => void abandonSession(app).finally(signInAsAnother)}
        >
          Sign in to another account
        </Button>
      </p>
    </>
  )
}
