/** The form for a new password: the current one, the new one and its strength. */
import { type FieldErrors, useWatch } from 'react-hook-form'
import { type PasswordForm, passwordForm } from '#domain/forms/password-form'
import { type PasswordStrength, passwordStrength } from '#domain/password-strength'
import { passwordNotChanged, useChangePassword, useMember } from '#features/auth'
import { messageFor } from '#platform/message-for.ts'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { PasswordField } from '#ui/password-field'
import { toast } from '#ui/toast'

const empty: PasswordForm = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function PasswordFields() {
  const user = useMember()
  const { input, handleSubmit, reset, setError, control } = useZodForm(passwordForm, empty)
  const { mutate, isPending } = useChangePassword(user)
  const newPassword = useWatch({ control, name: 'newPassword' })

  function save(form: PasswordForm): void {
    mutate(form, { onSuccess: () => reset(empty), onError: showFailure })
  }

  function showFailure(error: Error): void {
    const message = messageFor(error, passwordNotChanged)
    const isCurrent = message.startsWith('Current password')
    setError(isCurrent ? 'currentPassword' : 'newPassword', { message }, { shouldFocus: true })
  }

  function showMismatch({ confirmPassword }: FieldErrors<PasswordForm>): void {
    if (confirmPassword) toast({ title: 'Error', description: confirmPassword.message, variant: 'destructive' })
  }

  return (
    <form
      onSubmit={(event) => void handleSubmit(save, showMismatch)(event)}
      noValidate
      aria-label="Change password"
      className="grid max-w-md gap-5"
    >
      <input type="hidden" name="username" autoComplete="username" value={user.email} />
      <PasswordField label="Current password" autoComplete="current-password" {...input('currentPassword')} />
      <div>
        <PasswordField label="New password" autoComplete="new-password" {...input('newPassword')} />
        <Strength strength={newPassword === '' ? null : passwordStrength(newPassword, [user.name, user.email])} />
      </div>
      <PasswordField label="Confirm new password" autoComplete="new-password" {...input('confirmPassword')} />
      <div>
        <Button type="submit" busy={isPending}>
          {isPending ? 'Saving...' : 'Change password'}
        </Button>
      </div>
    </form>
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
