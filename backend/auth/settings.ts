/** The settings of the auth API, which the composition root reads from config.toml's [auth] and the environment. */
import { type EmailTemplates, emailTemplates, type NotificationKind } from './email/email-templates.ts'

export type PasswordRequirements =
  | 'none'
  | 'letters_digits'
  | 'lower_upper_letters_digits'
  | 'lower_upper_letters_digits_symbols'

export interface AuthSettings {
  /** The default redirect, e.g. `https://shop.example`, without an allowed `redirect_to`. */
  readonly siteUrl: string
  /** The public URL of this API, e.g. `https://shop.example/auth/v1`: the issuer of access tokens and the base of links in emails. */
  readonly apiUrl: string
  /** Globs (`*`, `**`, `?`, `[a-z]`, `{a,b}`) of further allowed redirect URLs. */
  readonly additionalRedirectUrls: readonly string[]
  readonly signUpEnabled: boolean
  readonly anonymousSignInsEnabled: boolean
  readonly email: {
    readonly signUpEnabled: boolean
    /** Accounts must confirm their address before they can sign in. */
    readonly confirmationsEnabled: boolean
    /** The old address must confirm a change, too. */
    readonly doubleConfirmChanges: boolean
    /** Minimum time between two emails of a kind to one address. */
    readonly maxFrequencySeconds: number
    /** Emails that the instance sends in an hour; undefined for no limit. */
    readonly emailsPerHour?: number
    /** The changes of which an account's owner is notified. */
    readonly notifications: readonly NotificationKind[]
    readonly templates: EmailTemplates
    readonly otpLength: number
    readonly otpExpirySeconds: number
  }
  readonly password: {
    readonly minimumLength: number
    readonly requirements: PasswordRequirements
    /** Refused passwords, in lower case. With a list, passwords made of the owner's name or address are refused, too. */
    readonly common: ReadonlySet<string> | null
    /** In a session older than a day, a new password requires the code of `/reauthenticate`. */
    readonly changeRequiresReauthentication: boolean
    /** Password attempts per address: from one network in 15 minutes, and from all in an hour; null for no limit. */
    readonly attempts: { readonly perNetwork: number; readonly perAddress: number } | null
    /** A new password requires the current one. */
    readonly changeRequiresCurrent: boolean
  }
  readonly tokens: {
    readonly accessTokenSeconds: number
    /** Reuse of an old refresh token ends its session. */
    readonly refreshTokenRotationEnabled: boolean
    /** How long an old refresh token still returns its successor, for lost responses and parallel tabs. */
    readonly refreshTokenReuseSeconds: number
  }
  readonly sessions: {
    /** A session ends this long after it began; null: never. */
    readonly timeboxSeconds: number | null
    /** A session ends when it was not refreshed for this long; null: never. */
    readonly inactivitySeconds: number | null
  }
  /** The enabled external providers. */
  readonly providers: readonly ProviderSettings[]
  /** Members may link and unlink identities. */
  readonly manualLinkingEnabled: boolean
}

interface ProviderClient {
  /** The provider parameter of requests, e.g. `google`. */
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
}

export interface OpenIdSettings extends ProviderClient {
  readonly protocol: 'openid'
  /** Without a trailing slash. */
  readonly issuer: string
  /** Other issuer names in its ID tokens. */
  readonly issuerAliases: readonly string[]
}

export interface GitHubSettings extends ProviderClient {
  readonly protocol: 'github'
  readonly siteUrl: string
  readonly apiUrl: string
}

export type ProviderSettings = OpenIdSettings | GitHubSettings

/** Supabase's defaults for an instance at `siteUrl`. */
export function defaultAuthSettings({ siteUrl }: { siteUrl: string }): AuthSettings {
  return {
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
      templates: emailTemplates(),
      otpLength: 6,
      otpExpirySeconds: 3600,
    },
    password: {
      minimumLength: 6,
      requirements: 'none',
      common: null,
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
