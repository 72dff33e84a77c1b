/** The registration form. */

import { type ChangeEvent, type SubmitEvent, useState } from 'react'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { FormError } from '#ui/form-error'
import { PasswordField } from '#ui/password-field'
import { TextField } from '#ui/text-field'
import { notRegistered, useRegister } from './auth-actions.ts'
import { showAuthDialog } from './auth-dialog-store.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { registrationErrors } from './register-rules.ts'
import { SwitchLine } from './switch-line.tsx'

export function RegisterForm({ email }: { email: string }) {
  const [fields, setFields] = useState({ firstName: '', email, password: '' })
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const { mutate, isPending, error } = useRegister()
  const errors = wasSubmitted ? registrationErrors(fields) : {}
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { name, value } = event.currentTarget
    setFields((before) => ({ ...before, [name]: value }))
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    setWasSubmitted(true)
    const [firstInvalid] = Object.keys(registrationErrors(fields))
    if (firstInvalid) {
      event.currentTarget.querySelector<HTMLInputElement>(`[name="${firstInvalid}"]`)?.focus()
      return
    }
    mutate({ ...fields, email: fields.email.trim(), firstName: fields.firstName.trim() })
  }

  return (
    <>
      <form onSubmit={submit} noValidate className="space-y-4">
        <FormError message={error && messageFor(error, notRegistered)} />
        <TextField
          label="First name"
          name="firstName"
          autoComplete="given-name"
          maxLength={100}
          value={fields.firstName}
          onChange={change}
          error={errors.firstName}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          value={fields.email}
          onChange={change}
          error={errors.email}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          value={fields.password}
          onChange={change}
          error={errors.password}
        />
        <Button type="submit" busy={isPending} size="lg" className="w-full">
          {isPending ? 'Creating account...' : 'Create account'}
        </Button>
      </form>
      <ProviderButtons remembered />
      <SwitchLine
        prompt="Already have an account?"
        action="Sign in"
        onSwitch={() => showAuthDialog('sign-in', fields.email.trim())}
      />
    </>
  )
}
