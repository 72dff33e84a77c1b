/** Letters that tell the owner of an account what was changed in it, in case it was not they who did. */
import type { Mail } from '#backend/mail/index'
import type { AuthContext } from './context.ts'
import { composeLetter } from './letter-layout.ts'

/** What is told of, by the names of config.toml's `[auth.email.notification.…]`. */
export const noticeKinds = ['password_changed', 'identity_linked', 'identity_unlinked'] as const
export type NoticeKind = (typeof noticeKinds)[number]

export interface Notice {
  readonly kind: NoticeKind
  readonly to: string
  /** Of the way to sign in that came or went. */
  readonly provider?: string
}

/** Posts the letter where the instance wants it and the account has an address. For after the change is committed. */
export function tell({ settings, post, throttle }: AuthContext, notice: Notice): void {
  if (notice.to === '' || !settings.email.notices.includes(notice.kind)) return
  post.run('telling of a change', async () => {
    if (await throttle.mayTell(notice.to)) post.send(letterOf(notice, settings))
  })
}

function letterOf(notice: Notice, { siteName, siteUrl }: AuthContext['settings']): Mail {
  const { heading, line } = words(notice, siteName)
  return composeLetter({
    to: notice.to,
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

function words({ kind, provider = '' }: Notice, siteName: string): { heading: string; line: string } {
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
