/** Sign-in with email and password, or with an external provider. */

import { type SubmitEvent, useState } from 'react'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { Checkbox } from '#ui/checkbox'
import { FormError } from '#ui/form-error'
import { PasswordField } from '#ui/password-field'
import { TextField } from '#ui/text-field'
import { useSignIn } from './auth-actions.ts'
import { showAuthDialog } from './auth-dialog-store.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { SwitchLine } from './switch-line.tsx'

export function SignInForm({ email: givenEmail }: { email: string }) {
  const [email, setEmail] = useState(givenEmail)
  const [password, setPassword] = useState('')
  const [remembered, setRemembered] = useState(true)
  const [isIncomplete, setIncomplete] = useState(false)
  const signIn = useSignIn()
  const showHelp = () => showAuthDialog('verify', email.trim())

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const credentials = { email: email.trim(), password, remembered }
    const isComplete = credentials.email !== '' && password !== ''
    setIncomplete(!isComplete)
    if (isComplete) signIn.mutate(credentials)
  }

  const failure = signIn.error && messageFor(signIn.error, 'Sign in failed. Please check your credentials.')

  return (
    <>
      <form onSubmit={submit} noValidate className="space-y-4">
        <FormError message={isIncomplete ? 'Please enter both email and password' : failure} />
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
        <Button type="submit" busy={signIn.isPending} size="lg" className="w-full">
          {signIn.isPending ? 'Signing in...' : 'Sign in'}
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
