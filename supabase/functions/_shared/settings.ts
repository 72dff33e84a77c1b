/** Settings from the environment: the server's configuration here, the project's secrets on Supabase. */

export interface Settings {
  readonly supabaseUrl: string
  readonly anonKey: string
  readonly serviceKey: string
  /** The key with which the database calls scheduled functions. On Supabase it equals `scheduler_key` in the vault. */
  readonly schedulerKey: string | undefined
  /** The address of the web app, without a trailing slash. */
  readonly siteUrl: string
  readonly feePercent: number
  readonly stripe: StripeSettings | undefined
  /** Signs the events of the test payment page. Never set together with Stripe's key. */
  readonly testSecret: string | undefined
  readonly mail: MailSettings
  /** Undefined without keys: then nothing is pushed. */
  readonly push: PushSettings | undefined
}

export interface PushSettings {
  /** The keys with which the site identifies itself to push services (RFC 8292), and the address of its operator. */
  readonly vapid: { readonly subject: string; readonly publicKey: string; readonly privateKey: string }
  /** Replaces every push service in tests. */
  readonly serviceUrl: string | undefined
}

export interface MailSettings {
  /** An SMTP server, `smtp://` or `smtps://`. */
  readonly smtpUrl: string | undefined
  /** The embedded backend's development mailbox, if there is one. */
  readonly mailboxUrl: string | undefined
  /** `Name <address>` or an address. */
  readonly from: string
  readonly supportEmail: string | undefined
}

export interface StripeSettings {
  readonly secretKey: string
  /** One for each webhook endpoint: the account's and the connected accounts'. */
  readonly webhookSecrets: readonly string[]
  /** Replaces Stripe's server in tests. */
  readonly apiBase: string | undefined
}

export function readSettings(): Settings {
  const secretKey = Deno.env.get('STRIPE_SECRET_KEY')
  const stripe = secretKey
    ? {
        secretKey,
        webhookSecrets: (Deno.env.get('STRIPE_WEBHOOK_SECRET') ?? '').split(',').filter(Boolean),
        apiBase: Deno.env.get('STRIPE_API_BASE'),
      }
    : undefined
  return {
    supabaseUrl: needed('SUPABASE_URL'),
    anonKey: needed('SUPABASE_ANON_KEY'),
    serviceKey: needed('SUPABASE_SERVICE_ROLE_KEY'),
    schedulerKey: Deno.env.get('SCHEDULER_KEY'),
    siteUrl: needed('SITE_URL').replace(/\/+$/, ''),
    feePercent: Number(Deno.env.get('APPLICATION_FEE_PERCENT') ?? 0),
    stripe,
    testSecret: stripe ? undefined : Deno.env.get('TEST_PAYMENTS_SECRET'),
    mail: {
      smtpUrl: Deno.env.get('SMTP_URL'),
      mailboxUrl: Deno.env.get('DEV_MAILBOX_URL'),
      from: Deno.env.get('MAIL_FROM') ?? 'Tuckbox <hello@tuckbox.test>',
      supportEmail: Deno.env.get('SUPPORT_EMAIL'),
    },
    push: readPushSettings(),
  }
}

function readPushSettings(): PushSettings | undefined {
  const publicKey = Deno.env.get('VAPID_PUBLIC_KEY')
  const privateKey = Deno.env.get('VAPID_PRIVATE_KEY')
  if (!publicKey || !privateKey) return undefined
  const supportEmail = Deno.env.get('SUPPORT_EMAIL')
  const subject = supportEmail ? `mailto:${supportEmail}` : needed('SITE_URL')
  return { vapid: { subject, publicKey, privateKey }, serviceUrl: Deno.env.get('PUSH_API_BASE') }
}

function needed(name: string): string {
  const value = Deno.env.get(name)
  if (!value) throw new Error(`${name} is not set`)
  return value
}
