/** The external providers of an instance, by name. */
import type { ProviderSettings } from '../settings.ts'
import { createGitHubProvider } from './github-provider.ts'
import { createOpenIdProvider } from './openid-provider.ts'
import type { ExternalProvider } from './provider.ts'

export { type ExternalIdentity, type ExternalProvider, ProviderError, type RoundTrip } from './provider.ts'

/** @param now the clock */
export function createProviders(
  settings: readonly ProviderSettings[],
  now: () => Date,
): ReadonlyMap<string, ExternalProvider> {
  const create = (provider: ProviderSettings) =>
    provider.protocol === 'github' ? createGitHubProvider(provider) : createOpenIdProvider(provider, now)
  return new Map(settings.map((provider) => [provider.name, create(provider)]))
}
