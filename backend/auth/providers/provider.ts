/** The interface of external sign-in providers. */
import type { JsonObject } from '../body.ts'

/** The parameters of one sign-in at a provider; all derive from a secret that only the browser has. */
export interface RoundTrip {
  readonly state: string
  readonly nonce: string
  /** The PKCE verifier between us and the provider. */
  readonly verifier: string
  /** The callback URL. */
  readonly redirectUri: string
}

interface AuthorizationRequest extends RoundTrip {
  /** Additional scopes. */
  readonly scopes: readonly string[]
  /** Additional parameters from the caller, such as `prompt`. */
  readonly hints: Readonly<Record<string, string>>
}

/** A person's identity at a provider. */
export interface ExternalIdentity {
  /** Stable and never reassigned, unlike the address. */
  readonly subject: string
  /** Lower-cased; '' if the provider returns none. */
  readonly email: string
  /** The provider has verified the address. */
  readonly emailVerified: boolean
  /** As stored with the identity, in GoTrue's names. */
  readonly claims: JsonObject
}

/** For requests to the provider on behalf of the member. */
interface ProviderTokens {
  readonly access: string
  readonly refresh: string
}

export interface ExternalProvider {
  readonly name: string
  /** The URL of the provider's consent page. @throws ProviderError */
  authorizationUrl(request: AuthorizationRequest): Promise<string>
  /** Refuses a callback that comes from another issuer, an error too. @throws ProviderError */
  assertReturn(returned: URLSearchParams): Promise<void>
  /** Exchanges the callback's parameters for the identity. @throws ProviderError */
  identify(returned: URLSearchParams, trip: RoundTrip): Promise<{ identity: ExternalIdentity; tokens: ProviderTokens }>
  /** Verifies an ID token that an app got itself; absent if the provider issues none. @throws ProviderError */
  verifyIdToken?(token: string, given: { nonce: string; accessToken: string }): Promise<ExternalIdentity>
}

/** The provider is unreachable, refused the request or returned an invalid response. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
}
