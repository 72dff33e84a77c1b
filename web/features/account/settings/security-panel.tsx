/** Ways to sign in, password, two-step verification, signed-in devices and the account's data. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  type SessionUser,
  type SignInMethods,
  useMember,
  useSecondFactors,
  useSendPasswordReset,
  useSignInMethods,
  useSignOut,
  useSignOutElsewhere,
} from '#features/account/auth'
import { useFirstLoad } from '#platform/use-first-load.ts'
import { Button } from '#ui/button'
import { LoadFailedLine } from '#ui/load-failed-line'
import { SettingsLoading } from './loading.tsx'
import { PasswordFields } from './password-fields.tsx'
import { SignInMethodList } from './sign-in-methods.tsx'
import { TwoStepSection } from './two-step-section.tsx'
import { YourData } from './your-data.tsx'

export function SecurityPanel() {
  const user = useMember()
  const elsewhere = useSignOutElsewhere()
  const everywhere = useSignOut()
  const methods = useSignInMethods(user)
  const factors = useSecondFactors(user.id)
  const isLoading = useFirstLoad(methods, factors)
  if (isLoading) return <SettingsLoading what="your security settings" />
  return (
    <div className="divide-y divide-line *:py-8 [&>:first-child]:pt-0">
      <SignInSections user={user} methods={methods} />
      <Section heading="Two-step verification">
        <TwoStepSection user={user} factors={factors} />
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

/** The ways to sign in, and the password, whose form depends on whether it is one of them. */
function SignInSections({
  user,
  methods: { data: methods, isFetching, refetch },
}: {
  user: SessionUser
  methods: UseQueryResult<SignInMethods>
}) {
  if (!methods) {
    return (
      <Section heading="Ways to sign in">
        <LoadFailedLine retry={() => void refetch()} busy={isFetching}>
          Your ways to sign in could not be loaded.
        </LoadFailedLine>
      </Section>
    )
  }
  const hasPassword = methods.methods.some(({ kind }) => kind === 'password')
  return (
    <>
      <Section heading="Ways to sign in">
        <SignInMethodList user={user} {...methods} />
      </Section>
      <Section heading={hasPassword ? 'Password' : 'Set a password'}>
        {!hasPassword && (
          <p className="mb-5 text-pretty text-ink-soft">
            You can then also sign in with your email address and this password.
          </p>
        )}
        <PasswordFields key={String(hasPassword)} hasPassword={hasPassword} />
        {hasPassword && (
          <p className="mt-5 text-sm text-ink-soft">
            Forgotten your password, or never set one? <SendResetLink />
          </p>
        )}
      </Section>
    </>
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
