/** A button for each configured external provider. */

import { useState } from 'react'
import { useApp } from '#platform/app-context.ts'
import { Button } from '#ui/button'
import { signInWithProvider } from './auth-actions.ts'
import { useAuth } from './auth-context.ts'
import { type ExternalProvider, isExternalProvider, providerName } from './providers.ts'

/** @param remembered whether the session outlives the tab */
export function ProviderButtons({ remembered }: { remembered: boolean }) {
  const app = useApp()
  const { storage } = useAuth()
  const [busy, setBusy] = useState<ExternalProvider | null>(null)
  const providers = app.config.providers.filter(isExternalProvider)
  if (providers.length === 0) return null

  async function signInWith(provider: ExternalProvider) {
    setBusy(provider)
    await signInWithProvider(app, storage, { provider, remembered })
    setBusy(null)
  }

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
          busy={busy === provider}
          disabled={busy !== null}
          onClick={() => void signInWith(provider)}
        >
          Continue with {providerName(provider)}
        </Button>
      ))}
    </div>
  )
}
