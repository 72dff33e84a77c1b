/** Emails that notify an account's owner of a security change. */
import type { Mail } from '#backend/mail/index'
import type { AuthContext } from './context.ts'
import { renderEmail } from './render-email.ts'

/** The changes, by their names in config.toml's `[auth.email.notification.…]`. */
export const notificationKinds = ['password_changed', 'identity_linked', 'identity_unlinked'] as const
export type NotificationKind = (typeof notificationKinds)[number]

export interface AccountNotification {
  readonly kind: NotificationKind
  readonly to: string
  /** The provider of the added or removed identity. */
  readonly provider?: string
}

/** Sends the email if the instance has it enabled and the account has an address. Call it after the commit. */
export function notifyOwner(
  { settings, backgroundTasks, emailThrottle }: AuthContext,
  notification: AccountNotification,
): void {
  if (notification.to === '' || !settings.email.notifications.includes(notification.kind)) return
  backgroundTasks.run('notifying the owner', async () => {
    if (await emailThrottle.allowsNotification(notification.to)) backgroundTasks.send(emailOf(notification, settings))
  })
}

function emailOf(notification: AccountNotification, { siteName, siteUrl }: AuthContext['settings']): Mail {
  const { heading, line } = words(notification, siteName)
  return renderEmail({
    to: notification.to,
    siteName,
    subject: `${heading} at ${siteName}`,
    heading,
    lines: [line],
    action: `Go to ${siteName}`,
    link: siteUrl,
    closing: [
      'If it was you, you need do nothing.',
      'If it was not, choose a new password at once, which signs everybody else out, and tell us.',
    ],
  })
}

function words({ kind, provider = '' }: AccountNotification, siteName: string): { heading: string; line: string } {
  switch (kind) {
    case 'password_changed':
      return {
        heading: 'Your password was changed',
        line: `The password of your ${siteName} account has just been changed.`,
      }
    case 'identity_linked':
      return {
        heading: 'A way to sign in was added',
        line: `From now on, ${nameOf(provider)} opens your ${siteName} account.`,
      }
    case 'identity_unlinked':
      return {
        heading: 'A way to sign in was removed',
        line: `From now on, ${nameOf(provider)} no longer opens your ${siteName} account.`,
      }
  }
}

const names: Readonly<Record<string, string>> = {
  email: 'your email address with its password',
  google: 'Google',
  github: 'GitHub',
}

const nameOf = (provider: string) => names[provider] ?? provider
