import type { Provider } from './provider.ts'
import type { Settings } from './settings.ts'

/** The configured provider, loaded on demand. @returns undefined if payments are not set up */
export async function openProvider(settings: Settings): Promise<Provider | undefined> {
  if (settings.stripe)
    return (await import('./stripe-provider.ts')).createStripeProvider(settings.stripe, settings.siteUrl)
  if (settings.testSecret) return (await import('./test-provider.ts')).createTestProvider(settings.testSecret)
  return undefined
}
