/** Two-step verification: the member's authenticator apps, and setting up another. */
import type { Factor } from '@supabase/supabase-js'
import type { UseQueryResult } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { dayWithYear } from '#domain/values/calendar'
import { type SessionUser, useRemoveFactor } from '#features/account/auth'
import { Button } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'
import { LoadFailedLine } from '#ui/load-failed-line'

const TwoStepDialog = lazyDialog(() => import('./two-step-dialog.tsx').then((module) => module.TwoStepDialog))
const RecoveryCodesDialog = lazyDialog(() =>
  import('./recovery-codes-dialog.tsx').then((module) => module.RecoveryCodesDialog),
)

interface TwoStepSectionProps {
  user: SessionUser
  factors: UseQueryResult<readonly Factor[]>
}

export function TwoStepSection({ user, factors: { data: factors, isFetching, refetch } }: TwoStepSectionProps) {
  const [dialog, setDialog] = useState<'setup' | 'codes' | null>(null)
  const remove = useRemoveFactor(user.id)
  const show = (which: 'setup' | 'codes') => ({
    open: dialog === which,
    onOpenChange: (open: boolean) => setDialog(open ? which : null),
  })
  if (!factors) {
    return (
      <LoadFailedLine retry={() => void refetch()} busy={isFetching}>
        Two-step verification could not be loaded.
      </LoadFailedLine>
    )
  }
  const isOn = factors.length > 0
  return (
    <>
      <p className="mb-4 text-ink-soft">
        {isOn
          ? 'On. When you sign in, we also ask for a code from your authenticator app.'
          : 'Off. Turn it on to protect your account with a code from your phone, even if someone learns your password.'}
      </p>
      {isOn && (
        <ul className="mb-4 space-y-2">
          {factors.map(({ id, friendly_name: name, created_at: createdAt }) => (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-xl border border-line bg-card px-4 py-3"
            >
              <Smartphone aria-hidden="true" className="size-5 text-berry" strokeWidth={1.75} />
              <span className="min-w-0 grow">
                {name}
                <span className="block text-sm text-ink-soft">Added on {dayWithYear(createdAt)}</span>
              </span>
              <Button
                variant="link"
                aria-label={`Remove ${name}`}
                aria-disabled={remove.isPending || undefined}
                onClick={() => remove.isPending || remove.mutate(id)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setDialog('setup')}>
          {isOn ? 'Add another authenticator app' : 'Turn on two-step verification'}
        </Button>
        {isOn && (
          <Button variant="secondary" onClick={() => setDialog('codes')}>
            Get new recovery codes
          </Button>
        )}
      </div>
      <TwoStepDialog user={user} {...show('setup')} />
      <RecoveryCodesDialog user={user} {...show('codes')} />
    </>
  )
}
