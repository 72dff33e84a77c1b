/** Sign-in with email and password, or with an external provider. */

import { type SubmitEvent, useState } from 'react'
import { useApp } from '#platform/app-context.ts'
import { Button } from '#ui/button'
import { Checkbox } from '#ui/checkbox'
import { FormError } from '#ui/form-error'
import { PasswordField } from '#ui/password-field'
import { TextField } from '#ui/text-field'
import { signIn } from './auth-actions.ts'
import { useAuth } from './auth-context.ts'
import { finishSignIn, showAuthDialog } from './auth-dialog-store.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { SwitchLine } from './switch-line.tsx'

export function SignInForm({ email: givenEmail }: { email: string }) {
  const app = useApp()
  const { storage } = useAuth()
  const [email, setEmail] = useState(givenEmail)
  const [password, setPassword] = useState('')
  const [remembered, setRemembered] = useState(true)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const showHelp = () => showAuthDialog('verify', email.trim())

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!email.trim() || !password) return setError('Please enter both email and password')
    setBusy(true)
    setError(null)
    const result = await signIn(app, storage, { email: email.trim(), password, remembered })
    setBusy(false)
    if (result.kind === 'signed-in') finishSignIn(result.user)
    else if (result.kind === 'unconfirmed') showHelp()
    else setError(result.message)
  }

  return (
    <>
      <form onSubmit={submit} noValidate className="space-y-4">
        <FormError message={error} />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <Checkbox
            label="Remember me"
            name="remember"
            checked={remembered}
            onChange={(event) => setRemembered(event.currentTarget.checked)}
          />
          <Button variant="link" onClick={showHelp} className="text-sm">
            Trouble signing in?
          </Button>
        </div>
        <Button type="submit" busy={busy} size="lg" className="w-full">
          {busy ? 'Signing in...' : 'Sign in'}
        </Button>
      </form>
      <ProviderButtons remembered={remembered} />
      <SwitchLine
        prompt="New to Tuckbox?"
        action="Create account"
        onSwitch={() => showAuthDialog('register', email.trim())}
      />
      <p className="mt-2 text-center text-sm text-ink-soft">
        Didn’t get the confirmation email?{' '}
        <Button variant="link" onClick={showHelp}>
          Get help
        </Button>
      </p>
    </>
  )
}
