/** Emails that notify an account's owner of security changes, which an attacker may have made. */
import type { BackgroundTasks } from '../background-tasks.ts'
import type { AuthSettings } from '../settings.ts'
import type { EmailThrottle } from '../throttle/email-throttle.ts'
import type { NotificationKind } from './email-templates.ts'

export interface AccountNotification {
  readonly kind: NotificationKind
  readonly to: string
  /** The provider that was added or removed. */
  readonly provider?: string
}

export interface Notifying {
  readonly settings: AuthSettings
  readonly backgroundTasks: BackgroundTasks
  readonly emailThrottle: EmailThrottle
}

/** Sends the email where the instance enables it and the account has an address. Call it after the change is committed. */
export function notifyOwner(
  { settings, backgroundTasks, emailThrottle }: Notifying,
  { kind, to, provider = '' }: AccountNotification,
): void {
  if (to === '' || !settings.email.notifications.includes(kind)) return
  backgroundTasks.run('notifying an account’s owner', async () => {
    if (!(await emailThrottle.allowsNotification(to))) return
    backgroundTasks.send(
      settings.email.templates[kind](to, { SiteURL: settings.siteUrl, Email: to, Provider: provider }),
    )
  })
}
