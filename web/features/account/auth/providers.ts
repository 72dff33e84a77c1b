/** The external identity providers that the app supports. The server's configuration decides which are offered. */
import type { Provider } from '@supabase/supabase-js'

const names = {
  apple: 'Apple',
  azure: 'Microsoft',
  discord: 'Discord',
  facebook: 'Facebook',
  github: 'GitHub',
  gitlab: 'GitLab',
  google: 'Google',
  keycloak: 'Single sign-on',
} as const satisfies Partial<Record<Provider, string>>

export type ExternalProvider = keyof typeof names

export function isExternalProvider(name: string): name is ExternalProvider {
  return Object.hasOwn(names, name)
}

export function providerName(provider: ExternalProvider): string {
  return names[provider]
}
