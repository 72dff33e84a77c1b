/** Password, sign-in methods, signed-in devices and the account's data. */
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  isExternalProvider,
  providerName,
  signInMethods,
  useMember,
  useSendPasswordReset,
  useSignOut,
  useSignOutElsewhere,
} from '#features/auth'
import { useApp } from '#platform/app-context.ts'
import { Button } from '#ui/button'
import { LoadFailedLine } from '#ui/load-failed-line'
import { settingsKeys } from './keys.ts'
import { SettingsLoading } from './loading.tsx'
import { PasswordFields } from './password-fields.tsx'
import { YourData } from './your-data.tsx'

export function SecurityPanel() {
  const elsewhere = useSignOutElsewhere()
  const everywhere = useSignOut()
  return (
    <div className="divide-y divide-line *:py-8 [&>:first-child]:pt-0">
      <Section heading="Password">
        <PasswordFields />
        <p className="mt-5 text-sm text-ink-soft">
          Forgotten your password, or never set one? <SendResetLink />
        </p>
      </Section>
      <Section heading="Sign-in methods">
        <SignInMethods />
      </Section>
      <Section heading="Your devices">
        <p className="mb-4 text-ink-soft">
          If you have lost a device or used a shared computer, sign out everywhere else.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" busy={elsewhere.isPending} onClick={() => elsewhere.mutate()}>
            Sign out on other devices
          </Button>
          <Button variant="secondary" busy={everywhere.isPending} onClick={() => everywhere.mutate()}>
            Sign out everywhere
          </Button>
        </div>
      </Section>
      <Section heading="Your data">
        <YourData />
      </Section>
    </div>
  )
}

function Section({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-4 text-xl">{heading}</h2>
      {children}
    </section>
  )
}

function SignInMethods() {
  const user = useMember()
  const app = useApp()
  const {
    data: methods,
    isError,
    refetch,
  } = useQuery({
    queryKey: settingsKeys.signInMethods(user.id),
    queryFn: () => signInMethods(app),
  })
  if (!methods) {
    return isError ? (
      <LoadFailedLine retry={() => void refetch()}>Your sign-in methods could not be loaded.</LoadFailedLine>
    ) : (
      <SettingsLoading what="sign-in methods" />
    )
  }
  return (
    <ul className="space-y-2">
      {methods.map((method) => (
        <li key={method} className="flex items-center gap-3 rounded-control border border-line bg-card px-4 py-3">
          <KeyRound aria-hidden="true" className="size-5 text-berry" strokeWidth={1.75} />
          {isExternalProvider(method) ? providerName(method) : 'Email and password'}
        </li>
      ))}
    </ul>
  )
}

function SendResetLink() {
  const { email } = useMember()
  const { mutate, isPending } = useSendPasswordReset()
  return (
    // Not disabled, because a disabled button loses the focus.
    <Button variant="link" aria-disabled={isPending || undefined} onClick={() => isPending || mutate(email)}>
      Send me a link to set a new password
    </Button>
  )
}
