/** The ways to sign in: the linked ones, which can be removed except the last, and the providers to link. */
import { KeyRound, LogIn, Phone } from 'lucide-react'
import { useState } from 'react'
import {
  type ExternalProvider,
  inSentence,
  LazyReauthenticateDialog,
  mustReauthenticate,
  providerName,
  type SessionUser,
  type SignInMethod,
  type SignInMethods,
  useLinkProvider,
} from '#features/account/auth'
import { messageFor } from '#platform/message-for.ts'
import { Button } from '#ui/button'
import { FormError } from '#ui/form-error'
import { lazyDialog } from '#ui/lazy-dialog'

const RemoveMethodDialog = lazyDialog(() =>
  import('./remove-method-dialog.tsx').then((module) => module.RemoveMethodDialog),
)

const icons = { password: KeyRound, phone: Phone, provider: LogIn } as const satisfies Record<
  SignInMethod['kind'],
  unknown
>

export function SignInMethodList({ user, methods, linkable }: SignInMethods & { user: SessionUser }) {
  const [removing, setRemoving] = useState<SignInMethod | null>(null)
  const [isOpen, setOpen] = useState(false)
  const isOnlyOne = methods.every(({ removable }) => removable === null)
  return (
    <>
      <ul aria-label="Ways to sign in" className="space-y-2">
        {methods.map((method) => (
          <Method
            key={method.id}
            method={method}
            onRemove={() => {
              setRemoving(method)
              setOpen(true)
            }}
          />
        ))}
      </ul>
      {isOnlyOne && (
        <p className="mt-3 text-pretty text-sm text-ink-soft">
          This is your only way to sign in, so it cannot be removed.
          {linkable.length > 0 && ' Link another one, and you can still sign in if you lose it.'}
        </p>
      )}
      <LinkButtons user={user} linkable={linkable} />
      {removing && <RemoveMethodDialog open={isOpen} onOpenChange={setOpen} user={user} method={removing} />}
    </>
  )
}

function Method({ method, onRemove }: { method: SignInMethod; onRemove: () => void }) {
  const { kind, name, detail, removable } = method
  const Icon = icons[kind]
  return (
    <li className="flex min-h-16 items-center gap-x-3 rounded-xl border border-line bg-card px-4 py-2.5">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-berry" strokeWidth={1.75} />
      <span className="min-w-0 grow">
        {name}
        <span className="block break-words text-sm text-ink-soft">
          {detail}
          {kind === 'phone' && ' Signing in by phone is not available yet.'}
        </span>
      </span>
      {removable && (
        <Button variant="link" aria-label={`Remove ${inSentence(method)}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </li>
  )
}

interface LinkButtonsProps {
  user: SessionUser
  linkable: readonly ExternalProvider[]
}

function LinkButtons({ user, linkable }: LinkButtonsProps) {
  const { mutate, variables, error, isPending, isSuccess, reset } = useLinkProvider()
  if (linkable.length === 0) return null
  // After a success the browser is leaving the page.
  const isBusy = isPending || isSuccess
  const mustConfirm = mustReauthenticate(error)
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-3">
        {linkable.map((provider) => (
          <Button
            key={provider}
            variant="secondary"
            busy={isBusy && variables === provider}
            disabled={isBusy}
            onClick={() => mutate(provider)}
          >
            Link {providerName(provider)}
          </Button>
        ))}
      </div>
      <FormError
        message={error && !mustConfirm && messageFor(error, 'It could not be linked. Please try again later.')}
        className="mt-4"
      />
      {variables && (
        <LazyReauthenticateDialog
          isOpen={mustConfirm}
          user={user}
          purpose={`to link ${providerName(variables)}`}
          onClose={reset}
          onReauthenticated={() => mutate(variables)}
        />
      )}
    </>
  )
}
