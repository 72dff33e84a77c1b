/** What every external sign-in provider can do, whatever it speaks. */
import type { JsonObject } from '../body.ts'

/** What one round trip to a provider is bound to; all of it follows from one secret that only the browser keeps. */
export interface RoundTrip {
  readonly state: string
  readonly nonce: string
  /** Of PKCE between us and the provider. */
  readonly verifier: string
  /** Where the provider sends people back to. */
  readonly redirectUri: string
}

export interface AuthorizationRequest extends RoundTrip {
  /** Scopes beside those that signing in needs. */
  readonly scopes: readonly string[]
  /** Further parameters that the caller may set, such as `prompt`. */
  readonly hints: Readonly<Record<string, string>>
}

/** Who somebody is at a provider. */
export interface ExternalIdentity {
  /** Never changes and is never given to another person, unlike the address. */
  readonly subject: string
  /** Lower-cased; '' where the provider tells none. */
  readonly email: string
  /** The provider vouches that the address is this person's. */
  readonly emailVerified: boolean
  /** As kept with the identity, in GoTrue's names. */
  readonly claims: JsonObject
}

/** For calls to the provider in the person's name. */
export interface ProviderTokens {
  readonly access: string
  readonly refresh: string
}

export interface ExternalProvider {
  readonly name: string
  /** The provider's page where people agree. @throws ProviderError */
  authorizationUrl(request: AuthorizationRequest): Promise<string>
  /** Exchanges what came back for the person. @throws ProviderError */
  identify(returned: URLSearchParams, trip: RoundTrip): Promise<{ identity: ExternalIdentity; tokens: ProviderTokens }>
  /** Checks a token that an app got from the provider itself; absent where the provider issues none. @throws ProviderError */
  verifyIdToken?(token: string, given: { nonce: string; accessToken: string }): Promise<ExternalIdentity>
}

/** The provider is out of reach, refuses, or says something that must not be believed. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
}
