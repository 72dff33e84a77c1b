/** What an instance decides about its accounts; the composition root reads it from config.toml's [auth] and the environment. */
import type { NotificationKind } from './notifications.ts'

export type PasswordRequirements =
  | 'none'
  | 'letters_digits'
  | 'lower_upper_letters_digits'
  | 'lower_upper_letters_digits_symbols'

export interface AuthSettings {
  /** The product's name, as emails use it. */
  readonly siteName: string
  /** Where people come back to when no allowed `redirect_to` was asked for, e.g. `https://shop.example`. */
  readonly siteUrl: string
  /** Public address of these endpoints, e.g. `https://shop.example/auth/v1`: issuer of access tokens, and where links in emails lead. */
  readonly apiUrl: string
  /** Globs (`*`, `**`, `?`, `[a-z]`, `{a,b}`) of further URLs that `redirect_to` may name. */
  readonly additionalRedirectUrls: readonly string[]
  readonly signUpEnabled: boolean
  readonly anonymousSignInsEnabled: boolean
  readonly email: {
    readonly signUpEnabled: boolean
    /** Accounts have to confirm their address before they can sign in. */
    readonly confirmationsEnabled: boolean
    /** A new address is confirmed from the old one as well. */
    readonly doubleConfirmChanges: boolean
    /** Least time between two emails of a kind to one address. */
    readonly maxFrequencySeconds: number
    /** Emails that people may cause in an hour, in all; without bounds when absent. */
    readonly emailsPerHour?: number
    /** Of which changes the owner of an account is told by an email. */
    readonly notifications: readonly NotificationKind[]
    readonly otpLength: number
    readonly otpExpirySeconds: number
  }
  readonly password: {
    readonly minimumLength: number
    readonly requirements: PasswordRequirements
    /** In a session older than a day, a new password needs the code of `/reauthenticate`. */
    readonly changeRequiresReauthentication: boolean
    /** Passwords that may be tried for one address: from one network in 15 minutes, and from everywhere in an hour; null: without bounds. */
    readonly attempts: { readonly perNetwork: number; readonly perAddress: number } | null
    /** A new password needs the current one. */
    readonly changeRequiresCurrent: boolean
  }
  readonly tokens: {
    readonly accessTokenSeconds: number
    /** Reuse of a spent refresh token ends its session. */
    readonly refreshTokenRotationEnabled: boolean
    /** How long a spent refresh token still gets the one that followed it: lost answers and parallel tabs. */
    readonly refreshTokenReuseSeconds: number
  }
  readonly sessions: {
    /** A session ends so long after it began, however active; null: never. */
    readonly timeboxSeconds: number | null
    /** A session ends when not refreshed for so long; null: never. */
    readonly inactivitySeconds: number | null
  }
  /** External providers that people can sign in with. */
  readonly providers: readonly ProviderSettings[]
  /** Signed-in people may add and remove ways to sign in. */
  readonly manualLinkingEnabled: boolean
}

interface ProviderClient {
  /** As clients ask for it, e.g. `google`. */
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
}

export interface OpenIdSettings extends ProviderClient {
  readonly protocol: 'openid'
  /** Without a slash at the end. */
  readonly issuer: string
  /** What its ID tokens may call it besides. */
  readonly issuerAliases: readonly string[]
}

export interface GitHubSettings extends ProviderClient {
  readonly protocol: 'github'
  readonly siteUrl: string
  readonly apiUrl: string
}

export type ProviderSettings = OpenIdSettings | GitHubSettings

/** Supabase's defaults for an instance at `siteUrl`. */
export function defaultAuthSettings({ siteName, siteUrl }: { siteName: string; siteUrl: string }): AuthSettings {
  return {
    siteName,
    siteUrl,
    apiUrl: `${siteUrl.replace(/\/$/, '')}/auth/v1`,
    additionalRedirectUrls: [],
    signUpEnabled: true,
    anonymousSignInsEnabled: false,
    email: {
      signUpEnabled: true,
      confirmationsEnabled: true,
      doubleConfirmChanges: true,
      maxFrequencySeconds: 60,
      notifications: [],
      otpLength: 6,
      otpExpirySeconds: 3600,
    },
    password: {
      minimumLength: 6,
      requirements: 'none',
      attempts: { perNetwork: 10, perAddress: 100 },
      changeRequiresReauthentication: false,
      changeRequiresCurrent: false,
    },
    tokens: { accessTokenSeconds: 3600, refreshTokenRotationEnabled: true, refreshTokenReuseSeconds: 10 },
    sessions: { timeboxSeconds: null, inactivitySeconds: null },
    providers: [],
    manualLinkingEnabled: false,
  }
}
