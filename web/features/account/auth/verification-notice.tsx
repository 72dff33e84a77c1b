/** Help with signing in: resends the confirmation email, sends a password reset link, or takes the code of either. */

import { type SubmitEvent, useRef, useState } from 'react'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { FormError } from '#ui/form-error'
import { TextField } from '#ui/text-field'
import { tryLater, useConfirmByCode, useResendConfirmation, useSendPasswordReset } from './auth-actions.ts'
import { askForSecondFactor, finishSignIn, showAuthDialog } from './auth-dialog-store.ts'

export function VerificationNotice({ email: givenEmail }: { email: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState(givenEmail)
  const [isMissing, setIsMissing] = useState(false)
  const codeField = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [isCodeMissing, setCodeMissing] = useState(false)
  const confirmation = useResendConfirmation()
  const passwordReset = useSendPasswordReset()
  const byCode = useConfirmByCode()
  const isBusy = confirmation.isPending || passwordReset.isPending || byCode.isPending
  const failure = confirmation.error ?? passwordReset.error

  /** Null, with an error at the field, if the email address is missing. */
  function readEmail(): string | null {
    const address = email.trim()
    setIsMissing(address === '')
    if (address === '') field.current?.focus()
    return address || null
  }

  function send({ mutate }: typeof confirmation | typeof passwordReset): void {
    const address = readEmail()
    if (address === null) return
    confirmation.reset()
    passwordReset.reset()
    byCode.reset()
    mutate(address)
  }

  function enterCode(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    setCodeMissing(code.trim() === '')
    if (code.trim() === '') {
      codeField.current?.focus()
      return
    }
    const address = readEmail()
    if (address === null) return
    const choosePassword = () => showAuthDialog('new-password', address)
    const isReset = passwordReset.isSuccess
    byCode.mutate(
      { email: address, code: code.trim() },
      {
        onSuccess: (user) => {
          if (user === null) askForSecondFactor(isReset ? choosePassword : null)
          else if (isReset) choosePassword()
          else finishSignIn(user)
        },
      },
    )
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    send(confirmation)
  }

  return (
    <>
      <form onSubmit={submit} noValidate className="space-y-4">
        <FormError message={failure && messageFor(failure, tryLater)} />
        <p className="text-ink-soft">
          Check your inbox and your spam folder. If the email has not arrived, or its link has expired, we can send you
          another.
        </p>
        <TextField
          ref={field}
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={isMissing ? 'Please enter your email address' : undefined}
        />
        <Button type="submit" size="lg" busy={confirmation.isPending} disabled={isBusy} className="w-full">
          {confirmation.isPending ? 'Sending...' : 'Resend confirmation email'}
        </Button>
      </form>
      <form onSubmit={enterCode} noValidate className="mt-6 space-y-3 border-t border-line pt-5">
        <TextField
          ref={codeField}
          label="Code from the email"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={
            isCodeMissing ? 'Please enter the code' : byCode.error ? messageFor(byCode.error, tryLater) : undefined
          }
        />
        <Button type="submit" variant="secondary" busy={byCode.isPending} disabled={isBusy} className="w-full">
          {byCode.isPending ? 'Checking...' : 'Use code'}
        </Button>
      </form>
      <div className="mt-6 border-t border-line pt-5">
        <h3 className="font-sans text-base font-semibold tracking-normal">Forgotten your password?</h3>
        <p className="mt-1 text-sm text-ink-soft">
          We can email you a link and a code to sign in with and set a new one.
        </p>
        <Button
          variant="secondary"
          className="mt-3 w-full"
          busy={passwordReset.isPending}
          disabled={isBusy}
          onClick={() => send(passwordReset)}
        >
          Email me a reset link
        </Button>
      </div>
      <p className="mt-5 text-center">
        <Button variant="link" onClick={() => showAuthDialog('sign-in', email.trim())}>
          Back to sign in
        </Button>
      </p>
    </>
  )
}
