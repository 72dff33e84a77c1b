/** What the marketplace's functions are told: where the site is, who carries its letters, who takes the money, and who may wake them. On Supabase these are the project's secrets. */
import { createHmac } from 'node:crypto'
import type { MailConfig, PaymentConfig } from './config.ts'

export interface FunctionEnvironmentOptions {
  readonly siteUrl: string
  readonly jwtSecret: string
  readonly payments: PaymentConfig
  readonly mail: MailConfig
  readonly supportEmail: string
}

export function functionEnvironment({
  siteUrl,
  jwtSecret,
  payments,
  mail,
  supportEmail,
}: FunctionEnvironmentOptions): Record<string, string> {
  const { feePercent, stripe } = payments
  const common = {
    SITE_URL: siteUrl,
    APPLICATION_FEE_PERCENT: String(feePercent),
    MAIL_FROM: mail.from,
    SUPPORT_EMAIL: supportEmail,
    SCHEDULER_KEY: schedulerKey(jwtSecret),
    ...(mail.smtpUrl ? { SMTP_URL: mail.smtpUrl } : {}),
  }
  // Never both: where Stripe takes money, no test payment is believed.
  if (!stripe) return { ...common, TEST_PAYMENTS_SECRET: testPaymentsSecret(jwtSecret) }
  return {
    ...common,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    ...(stripe.apiBase ? { STRIPE_API_BASE: stripe.apiBase } : {}),
  }
}

/** Signs what the local pay page reports. */
const testPaymentsSecret = (jwtSecret: string) => derived(jwtSecret, 'test payments')

/** With which the database calls the functions that do what is due: unlike the secret key it opens nothing else. */
export const schedulerKey = (jwtSecret: string) => derived(jwtSecret, 'scheduler')

/** Of the instance's secret, so that every process of it has the same. */
const derived = (jwtSecret: string, purpose: string) => createHmac('sha256', jwtSecret).update(purpose).digest('hex')
