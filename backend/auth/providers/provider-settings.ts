/** Validates the settings of external providers: client id, secret and URL. */
import type { ProviderSettings } from '../settings.ts'

/** As in config.toml's [auth.external.NAME]. */
export interface ProviderEntry {
  readonly clientId: string
  readonly secret: string
  /** The issuer's URL; '' for the provider's public one. */
  readonly url: string
}

/** Supabase's name for a generic OpenID Connect issuer. */
const genericProvider = 'keycloak'

/** An invalid entry; the message is for the administrator. */
export class ProviderEntryError extends Error {
  override readonly name = 'ProviderEntryError'
}

/** @throws ProviderEntryError */
export function providerSettings(name: string, entry: ProviderEntry): ProviderSettings {
  const { clientId } = entry
  if (clientId === '' || entry.secret === '') throw new ProviderEntryError('needs a client id and a client secret')
  const url = entry.url.replace(/\/+$/, '')
  if (url !== '' && !isSafe(url)) {
    throw new ProviderEntryError('must be reached by https, or be on this machine (127.0.0.1, ::1, localhost)')
  }
  const client = { name, clientId, clientSecret: entry.secret }
  switch (name) {
    case 'google':
      // Google's older ID tokens name it without a scheme.
      return url === ''
        ? {
            ...client,
            protocol: 'openid',
            issuer: 'https://accounts.google.com',
            issuerAliases: ['accounts.google.com'],
          }
        : { ...client, protocol: 'openid', issuer: url, issuerAliases: [] }
    case 'github':
      return url === ''
        ? { ...client, protocol: 'github', siteUrl: 'https://github.com', apiUrl: 'https://api.github.com' }
        : { ...client, protocol: 'github', siteUrl: url, apiUrl: `${url}/api/v3` }
    case genericProvider:
      if (url === '') throw new ProviderEntryError('needs the URL of its issuer')
      return { ...client, protocol: 'openid', issuer: url, issuerAliases: [] }
    default:
      throw new ProviderEntryError(`is not supported; google, github and ${genericProvider} (any OpenID issuer) are`)
  }
}

function isSafe(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
}
