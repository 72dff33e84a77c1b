/** The form of the email preferences. */
import { useForm } from 'react-hook-form'
import type { SessionUser } from '#features/auth'
import { useApp } from '#platform/app-context.ts'
import { Button } from '#ui/button'
import { LoadFailedLine } from '#ui/load-failed-line'
import { Switch } from '#ui/switch'
import { toast } from '#ui/toast'
import { SettingsLoading } from './loading.tsx'
import { type Preferences, savePreferences, usePreferences } from './preferences.ts'

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
  const app = useApp()
  const { register, handleSubmit, formState } = useForm<Preferences>({ defaultValues: preferences })

  async function save(chosen: Preferences): Promise<void> {
    try {
      await savePreferences(app, user.id, chosen)
      toast({ title: 'Preferences saved' })
    } catch {
      toast({
        title: 'Error',
        description: 'Your preferences could not be saved. Please try again.',
        variant: 'destructive',
      })
    }
  }

  return (
    <form onSubmit={handleSubmit(save)} aria-label="Notifications">
      <div className="divide-y divide-line rounded-2xl border border-line bg-card px-5 sm:px-6">
        {switches.map(({ name, label, hint }) => (
          <Switch key={name} label={label} hint={hint} className="py-5" {...register(name)} />
        ))}
      </div>
      <Button type="submit" busy={formState.isSubmitting} className="mt-6">
        {formState.isSubmitting ? 'Saving...' : 'Save Preferences'}
      </Button>
    </form>
  )
}
