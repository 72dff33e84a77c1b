/** The profile form. */
import { useState } from 'react'
import { useMember } from '#features/account/auth'
import { useZodForm } from '#platform/zod-form.ts'
import { Button } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'
import { Loaded } from '#ui/loaded'
import { TextField } from '#ui/text-field'
import { SettingsLoading } from './loading.tsx'
import { type OwnProfile, useProfile, useSaveProfile } from './profile.ts'
import { profileForm } from './profile-form.ts'

interface ProfileFieldsProps {
  /** The toast's text if nothing was saved. */
  errorMessage: string
}

export function ProfileFields({ errorMessage }: ProfileFieldsProps) {
  const query = useProfile()
  const loading = <SettingsLoading what="profile" />
  return (
    <Loaded query={query} isLine failed="Your profile could not be loaded." loading={loading}>
      {(profile) => <Form profile={profile} errorMessage={errorMessage} />}
    </Loaded>
  )
}

const EmailDialog = lazyDialog(() => import('./email-dialog.tsx').then((module) => module.EmailDialog))

function Form({ profile, errorMessage }: ProfileFieldsProps & { profile: OwnProfile }) {
  const user = useMember()
  const { input, handleSubmit, reset } = useZodForm(profileForm, {
    firstName: profile.first_name ?? user.name,
    lastName: profile.last_name ?? '',
    phone: profile.phone ?? '',
  })
  const { mutate, isPending } = useSaveProfile(errorMessage)
  const [isChangingEmail, setChangingEmail] = useState(false)

  const save = handleSubmit((form) => {
    // The stored values: the phone number, for example, gets a country code.
    const stored = { firstName: form.firstName, lastName: form.lastName ?? '', phone: form.phone ?? '' }
    mutate(form, { onSuccess: () => reset(stored) })
  })

  return (
    <>
      <form
        onSubmit={(event) => void save(event)}
        noValidate
        aria-label="Profile"
        className="grid gap-5 sm:grid-cols-2"
      >
        <TextField
          label="First name"
          autoComplete="given-name"
          hint="Shown with your reviews and messages."
          {...input('firstName')}
        />
        <TextField
          label="Last name (optional)"
          autoComplete="family-name"
          hint="Only you can see this."
          {...input('lastName')}
        />
        <EmailLine email={user.email} onChange={() => setChangingEmail(true)} />
        <TextField label="Phone (optional)" type="tel" autoComplete="tel" {...input('phone')} />
        <div className="sm:col-span-2">
          <Button type="submit" busy={isPending}>
            {isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </div>
      </form>
      {/* Outside the form: submitting the dialog inside it would also submit the profile. */}
      <EmailDialog open={isChangingEmail} onOpenChange={setChangingEmail} />
    </>
  )
}

/** The address changes only with the links sent to the old and the new one. */
function EmailLine({ email, onChange }: { email: string; onChange: () => void }) {
  return (
    <div>
      <TextField label="Email" type="email" value={email} readOnly disabled />
      <Button variant="link" onClick={onChange} className="mt-0.5 text-sm">
        Change email
      </Button>
    </div>
  )
}
