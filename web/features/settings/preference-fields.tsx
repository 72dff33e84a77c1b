/** The form of the email preferences. */
import { useForm } from 'react-hook-form'
import type { SessionUser } from '#features/auth'
import { Button } from '#ui/button'
import { LoadFailedLine } from '#ui/load-failed-line'
import { Switch } from '#ui/switch'
import { SettingsLoading } from './loading.tsx'
import { type Preferences, usePreferences, useSavePreferences } from './preferences.ts'

const switches = [
  {
    name: 'email_notifications',
    label: 'Email notifications',
    hint: 'Emails about activity on Tuckbox. You can always find everything under Notifications.',
  },
  {
    name: 'order_updates',
    label: 'Order updates',
    hint: 'When an order is shipped, ready or completed, and the day before a pickup. Receipts, cancellations and refunds are always sent.',
  },
  {
    name: 'promotional_emails',
    label: 'Promotional emails',
    hint: 'Occasional news from Tuckbox.',
  },
] as const satisfies readonly { name: keyof Preferences; label: string; hint: string }[]

export function PreferenceFields({ user }: { user: SessionUser }) {
  const { data: preferences, isError, refetch } = usePreferences(user.id)
  if (preferences) return <Form user={user} preferences={preferences} />
  if (isError)
    return <LoadFailedLine retry={() => void refetch()}>Your preferences could not be loaded.</LoadFailedLine>
  return <SettingsLoading what="preferences" />
}

function Form({ user, preferences }: { user: SessionUser; preferences: Preferences }) {
  const { register, handleSubmit } = useForm<Preferences>({ defaultValues: preferences })
  const { mutate, isPending } = useSavePreferences(user.id)
  const save = handleSubmit((chosen) => mutate(chosen))

  return (
    <form onSubmit={(event) => void save(event)} aria-label="Notifications">
      <div className="divide-y divide-line rounded-card border border-line bg-card px-5 sm:px-6">
        {switches.map(({ name, label, hint }) => (
          <Switch key={name} label={label} hint={hint} className="py-5" {...register(name)} />
        ))}
      </div>
      <Button type="submit" busy={isPending} className="mt-6">
        {isPending ? 'Saving...' : 'Save Preferences'}
      </Button>
    </form>
  )
}
