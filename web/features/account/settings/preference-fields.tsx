/** The form of the email and push preferences. */
import type { ReactNode } from 'react'
import type { SessionUser } from '#features/account/auth'
import { kinds, type NotificationKind } from '#features/talk/notifications'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { Loaded } from '#ui/loaded'
import { Switch } from '#ui/switch'
import { TextField } from '#ui/text-field'
import { SettingsLoading } from './loading.tsx'
import { type Preferences, usePreferences, useSavePreferences } from './preferences.ts'
import { preferencesForm } from './preferences-form.ts'

const emails = [
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

/** What a kind covers, where its name does not say it. */
const hints: Partial<Record<NotificationKind, string>> = {
  order: 'New and cancelled orders of your shop, and orders that are on their way or ready for you.',
  payment: 'Payments, refunds and payouts.',
  message: 'Messages, briefs and quotes.',
  system: 'News about your account and your shop.',
  waitlist: 'Sold-out food and full times that are held for you for a short time.',
  safety: 'Changed allergens of food that you ordered. These come during quiet hours too.',
}

const usualNight = { from: '22:00', until: '07:00' }

export function PreferenceFields({ user }: { user: SessionUser }) {
  const query = usePreferences(user.id)
  const loading = <SettingsLoading what="preferences" />
  return (
    <Loaded query={query} isLine failed="Your preferences could not be loaded." loading={loading}>
      {(preferences) => <Form user={user} preferences={preferences} />}
    </Loaded>
  )
}

function Form({ user, preferences }: { user: SessionUser; preferences: Preferences }) {
  const { register, input, handleSubmit, watch } = useZodForm(preferencesForm, formValues(preferences))
  const { mutate, isPending } = useSavePreferences(user.id)
  const save = handleSubmit((chosen) => mutate(chosen))

  return (
    <form onSubmit={(event) => void save(event)} noValidate aria-label="Notifications">
      <Switches heading="Emails">
        {emails.map(({ name, label, hint }) => (
          <Switch key={name} label={label} hint={hint} className="py-5" {...register(name)} />
        ))}
      </Switches>
      <Switches heading="What is pushed">
        {Object.entries(kinds).map(([kind, { tab }]) => (
          <Switch
            key={kind}
            label={tab}
            hint={hints[kind as NotificationKind]}
            className="py-5"
            {...register(`push.${kind}`)}
          />
        ))}
      </Switches>
      <Switches heading="When it is pushed">
        <Switch
          label="Quiet hours"
          hint="Push messages wait until these hours end. What you have read by then is not pushed any more."
          className="py-5"
          {...register('isQuiet')}
        />
        {watch('isQuiet') && (
          <div className="grid gap-5 py-5 sm:grid-cols-2">
            <TextField type="time" label="From" {...input('quietFrom')} />
            <TextField type="time" label="Until" hint="In UK time." {...input('quietUntil')} />
          </div>
        )}
      </Switches>
      <Button type="submit" busy={isPending}>
        {isPending ? 'Saving...' : 'Save Preferences'}
      </Button>
    </form>
  )
}

function formValues({ push_off, quiet_from, quiet_until, ...stored }: Preferences) {
  return {
    ...stored,
    push: Object.fromEntries([...Object.keys(kinds), ...push_off].map((kind) => [kind, !push_off.includes(kind)])),
    isQuiet: quiet_from !== null,
    quietFrom: quiet_from?.slice(0, 5) ?? usualNight.from,
    quietUntil: quiet_until?.slice(0, 5) ?? usualNight.until,
  }
}

function Switches({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="mb-8">
      <h2 className="mb-4 text-xl">{heading}</h2>
      <div className="divide-y divide-line rounded-card border border-line bg-card px-5 sm:px-6">{children}</div>
    </section>
  )
}
