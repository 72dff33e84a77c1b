/** The form for a new password: the current one where the account has one, the new one and its strength. */
import { useState } from 'react'
import { type FieldErrors, useWatch } from 'react-hook-form'
import { passwordNotChanged, useChangePassword, useMember, wrongCode } from '#features/account/auth'
import { messageFor } from '#platform/message-for.ts'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'
import { PasswordField } from '#ui/password-field'
import { toast } from '#ui/toast'
import { firstPasswordForm, type PasswordForm, passwordForm } from './password-form.ts'
import { type PasswordStrength, passwordStrength } from './password-strength.ts'

const PasswordCodeDialog = lazyDialog(() =>
  import('./password-code-dialog.tsx').then((module) => module.PasswordCodeDialog),
)

const empty: PasswordForm = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function PasswordFields({ hasPassword }: { hasPassword: boolean }) {
  const user = useMember()
  const { input, handleSubmit, reset, setError, control } = useZodForm(
    hasPassword ? passwordForm : firstPasswordForm,
    empty,
  )
  const { mutate, isPending, error } = useChangePassword(user)
  const [awaitsCode, setAwaitsCode] = useState(false)
  // Kept for another try, because another email cannot be sent at once.
  const [code, setCode] = useState('')
  const newPassword = useWatch({ control, name: 'newPassword' })

  function save(form: PasswordForm, entered = code): void {
    mutate(
      { ...form, code: entered },
      {
        onSuccess(outcome) {
          setAwaitsCode(outcome === 'code-sent')
          setCode('')
          if (outcome === 'changed') reset(empty)
        },
        onError: (failure) => showFailure(failure, entered),
      },
    )
  }

  function showFailure(failure: Error, entered: string): void {
    const message = messageFor(failure, passwordNotChanged)
    if (message === wrongCode) {
      setCode('')
      return
    }
    setCode(entered)
    setAwaitsCode(false)
    const isCurrent = message.startsWith('Current password')
    setError(isCurrent ? 'currentPassword' : 'newPassword', { message }, { shouldFocus: true })
  }

  function showMismatch({ confirmPassword }: FieldErrors<PasswordForm>): void {
    if (confirmPassword) toast({ title: 'Error', description: confirmPassword.message, variant: 'destructive' })
  }

  const action = hasPassword ? 'Change password' : 'Set password'
  return (
    <>
      <form
        onSubmit={(event) => void handleSubmit((form) => save(form), showMismatch)(event)}
        noValidate
        aria-label={action}
        className="grid max-w-md gap-5"
      >
        <input type="hidden" name="username" autoComplete="username" value={user.email} />
        {hasPassword && (
          <PasswordField label="Current password" autoComplete="current-password" {...input('currentPassword')} />
        )}
        <div>
          <PasswordField label="New password" autoComplete="new-password" {...input('newPassword')} />
          <Strength strength={newPassword === '' ? null : passwordStrength(newPassword, [user.name, user.email])} />
        </div>
        <PasswordField label="Confirm new password" autoComplete="new-password" {...input('confirmPassword')} />
        <div>
          <Button type="submit" busy={isPending}>
            {isPending ? 'Saving...' : action}
          </Button>
        </div>
      </form>
      <PasswordCodeDialog
        user={user}
        open={awaitsCode}
        onOpenChange={setAwaitsCode}
        isPending={isPending}
        failure={error && messageFor(error, passwordNotChanged)}
        onSubmit={(entered) => void handleSubmit((form) => save(form, entered))()}
      />
    </>
  )
}

const strengths = {
  weak: { text: 'Weak: easy to guess. Longer is better.', bars: 1, tone: 'bg-alarm' },
  fair: { text: 'Fair: a few more words would make it strong.', bars: 2, tone: 'bg-honey' },
  strong: { text: 'Strong.', bars: 3, tone: 'bg-leaf' },
} as const satisfies Record<PasswordStrength, { text: string; bars: number; tone: string }>

function Strength({ strength }: { strength: PasswordStrength | null }) {
  const shown = strength && strengths[strength]
  return (
    <div className="mt-2.5">
      <div aria-hidden="true" className="flex gap-1.5">
        {[1, 2, 3].map((bar) => (
          <span
            key={bar}
            className={`h-1.5 grow rounded-full transition-colors ${shown && bar <= shown.bars ? shown.tone : 'bg-line'}`}
          />
        ))}
      </div>
      <p role="status" className="mt-1 min-h-5 text-sm text-ink-soft">
        {shown?.text}
      </p>
    </div>
  )
}
