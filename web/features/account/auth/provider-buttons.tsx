/** A button for each configured external provider. */
import { useApp } from '#platform/app-context.ts'
import { Button } from '#ui/button'
import { useProviderSignIn } from './auth-actions.ts'
import { isExternalProvider, providerName } from './providers.ts'

/** @param remembered whether the session outlives the tab */
export function ProviderButtons({ remembered }: { remembered: boolean }) {
  const app = useApp()
  const { mutate, isPending, variables } = useProviderSignIn()
  const providers = app.config.providers.filter(isExternalProvider)
  if (providers.length === 0) return null

  return (
    <div className="mt-5 space-y-3">
      <p className="flex items-center gap-3 text-sm text-ink-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or
      </p>
      {providers.map((provider) => (
        <Button
          key={provider}
          variant="secondary"
          className="w-full"
          busy={isPending && variables.provider === provider}
          disabled={isPending}
          onClick={() => mutate({ provider, remembered })}
        >
          Continue with {providerName(provider)}
        </Button>
      ))}
    </div>
  )
}
