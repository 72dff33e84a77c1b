/** Help with signing in: resends the confirmation email, or sends a password reset link. */

import { type SubmitEvent, useRef, useState } from 'react'
import { useApp } from '#platform/app-context.ts'
import { Button } from '#ui/button'
import { FormError } from '#ui/form-error'
import { TextField } from '#ui/text-field'
import { resendConfirmation, sendPasswordReset } from './auth-actions.ts'
import { showAuthDialog } from './auth-dialog-store.ts'

type EmailKind = 'confirmation' | 'reset'

export function VerificationNotice({ email: givenEmail }: { email: string }) {
  const app = useApp()
  const field = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState(givenEmail)
  const [isMissing, setIsMissing] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState<EmailKind | null>(null)

  async function send(kind: EmailKind) {
    const address = email.trim()
    setIsMissing(address === '')
    if (address === '') return field.current?.focus()
    setBusy(kind)
    setFailure(null)
    setFailure(await (kind === 'confirmation' ? resendConfirmation(app, address) : sendPasswordReset(app, address)))
    setBusy(null)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void send('confirmation')
  }

  return (
    <>
      <form onSubmit={submit} noValidate className="space-y-4">
        <FormError message={failure} />
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
        <Button type="submit" size="lg" busy={busy === 'confirmation'} disabled={busy !== null} className="w-full">
          {busy === 'confirmation' ? 'Sending...' : 'Resend confirmation email'}
        </Button>
      </form>
      <div className="mt-6 border-t border-line pt-5">
        <h3 className="font-sans text-base font-semibold tracking-normal">Forgotten your password?</h3>
        <p className="mt-1 text-sm text-ink-soft">We can email you a link that signs you in to set a new one.</p>
        <Button
          variant="secondary"
          className="mt-3 w-full"
          busy={busy === 'reset'}
          disabled={busy !== null}
          onClick={() => void send('reset')}
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
