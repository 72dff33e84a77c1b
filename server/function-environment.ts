/**
 * Environment variables of the marketplace's edge functions: the site, its emails, its payments and the scheduler's key. On Supabase
 * these are the project's secrets.
 */
import { createECDH, createHmac } from 'node:crypto'
import type { MailConfig, PaymentConfig, PushConfig } from './config.ts'

export interface FunctionEnvironmentOptions {
  readonly siteUrl: string
  readonly jwtSecret: string
  readonly payments: PaymentConfig
  readonly mail: MailConfig
  readonly push: PushConfig
  readonly supportEmail: string
}

export function functionEnvironment({
  siteUrl,
  jwtSecret,
  payments,
  mail,
  push,
  supportEmail,
}: FunctionEnvironmentOptions): Record<string, string> {
  const { feePercent, stripe } = payments
  const vapid = push.keys ?? vapidKeys(jwtSecret)
  const common = {
    SITE_URL: siteUrl,
    APPLICATION_FEE_PERCENT: String(feePercent),
    MAIL_FROM: mail.from,
    SUPPORT_EMAIL: supportEmail,
    SCHEDULER_KEY: schedulerKey(jwtSecret),
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    ...(push.apiBase ? { PUSH_API_BASE: push.apiBase } : {}),
    ...(mail.smtpUrl ? { SMTP_URL: mail.smtpUrl } : {}),
  }
  // Never both: with Stripe, the functions must refuse test payments.
  if (!stripe) return { ...common, TEST_PAYMENTS_SECRET: testPaymentsSecret(jwtSecret) }
  return {
    ...common,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    ...(stripe.apiBase ? { STRIPE_API_BASE: stripe.apiBase } : {}),
  }
}

/** Signs the results of the test payment page. */
const testPaymentsSecret = (jwtSecret: string) => derived(jwtSecret, 'test payments')

/** The key with which the database calls the scheduled functions. Unlike the service key it gives no other access. */
export const schedulerKey = (jwtSecret: string) => derived(jwtSecret, 'scheduler')

/** The key pair with which the site identifies itself to push services (RFC 8292): a point of the curve P-256. */
export function vapidKeys(jwtSecret: string): { publicKey: string; privateKey: string } {
  const privateKey = Buffer.from(derived(jwtSecret, 'push messages'), 'hex')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey)
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

/** Derived from the JWT secret, so that all processes have the same key. */
const derived = (jwtSecret: string, purpose: string) => createHmac('sha256', jwtSecret).update(purpose).digest('hex')
