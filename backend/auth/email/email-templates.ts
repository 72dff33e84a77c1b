/** Emails about accounts, from the project's templates or default ones. Both have Supabase's variables. */

import { convert } from 'html-to-text'
import { escapeHtml } from '#backend/escape-html'
import type { Mail } from '#backend/mail/index'
import { parseTemplate, type TemplateVariables } from './go-template.ts'

/** The names in config.toml's `[auth.email.template.…]`. */
export const tokenEmailKinds = [
  'confirmation',
  'invite',
  'recovery',
  'magic_link',
  'email_change',
  'reauthentication',
] as const
/** The names in config.toml's `[auth.email.notification.…]`. */
export const notificationKinds = [
  'password_changed',
  'identity_linked',
  'identity_unlinked',
  'mfa_factor_enrolled',
  'mfa_factor_unenrolled',
] as const

export type TokenEmailKind = (typeof tokenEmailKinds)[number]
export type NotificationKind = (typeof notificationKinds)[number]
export type EmailKind = TokenEmailKind | NotificationKind

export interface EmailSource {
  readonly subject: string
  readonly html: string
}

/** @param to an email address. @param variables `ConfirmationURL`, `Token`, `Email` and so on, as Supabase documents them */
type EmailTemplate = (to: string, variables: TemplateVariables) => Mail
export type EmailTemplates = Readonly<Record<EmailKind, EmailTemplate>>

/** @throws TemplateError */
export function emailTemplates(own: Partial<Record<EmailKind, Partial<EmailSource>>> = {}): EmailTemplates {
  const entries = [...tokenEmailKinds, ...notificationKinds].map((kind) => [
    kind,
    emailTemplate({ ...defaultSources[kind], ...own[kind] }),
  ])
  return Object.fromEntries(entries) as EmailTemplates
}

function emailTemplate(source: EmailSource): EmailTemplate {
  const subject = parseTemplate(source.subject)
  const body = parseTemplate(source.html)
  return (to, variables) => {
    const html = body(variables, escapeHtml)
    return {
      to,
      // Control characters are removed, because a line break in a name could start another header.
      subject: subject(variables, (value) => value).replace(/\p{Cc}+/gu, ' '),
      text: `${convert(html, plainText).trim()}\n`,
      html,
    }
  }
}

const keepCase = { options: { uppercase: false } }
const plainText = {
  wordwrap: false,
  selectors: [
    ...['h1', 'h2', 'h3'].map((selector) => ({ selector, ...keepCase })),
    { selector: 'a', options: { linkBrackets: ['\n', ''] as [string, string] } },
    { selector: 'img', format: 'skip' },
  ],
} satisfies Parameters<typeof convert>[1]

/** The templates of an instance without its own. */
const defaultSources: Readonly<Record<EmailKind, EmailSource>> = {
  confirmation: linkEmail('Confirm your email address', 'Confirm your email address to finish signing up.'),
  invite: linkEmail('Accept the invitation', 'You have been invited to create an account.'),
  recovery: linkEmail('Reset your password', 'Choose a new password for your account.'),
  magic_link: linkEmail('Sign in', 'Sign in without a password.'),
  email_change: linkEmail(
    'Confirm the change',
    'Confirm the change of your email address{{ if .Email }} from {{ .Email }}{{ end }} to {{ .NewEmail }}.',
  ),
  reauthentication: {
    subject: '{{ .Token }} is your code',
    html: '<h2>Confirm that it is you</h2><p>Enter this code: {{ .Token }}</p>',
  },
  password_changed: notification('Your password was changed', 'The password of {{ .Email }} has been changed.'),
  identity_linked: notification(
    'A way to sign in was added',
    'It is now possible to sign in to {{ .Email }} with {{ .Provider }}.',
  ),
  identity_unlinked: notification(
    'A way to sign in was removed',
    'It is no longer possible to sign in to {{ .Email }} with {{ .Provider }}.',
  ),
  mfa_factor_enrolled: notification(
    'A second factor was added',
    'A second factor ({{ .FactorType }}) was added to {{ .Email }}. Signing in now requires it.',
  ),
  mfa_factor_unenrolled: notification(
    'A second factor was removed',
    'A second factor ({{ .FactorType }}) was removed from {{ .Email }}.',
  ),
}

function linkEmail(action: string, line: string): EmailSource {
  return {
    subject: action,
    html: `<h2>${action}</h2><p>${line}</p><p><a href="{{ .ConfirmationURL }}">${action}</a></p><p>Or enter this code: {{ .Token }}</p>`,
  }
}

function notification(subject: string, line: string): EmailSource {
  return {
    subject,
    html: `<h2>${subject}</h2><p>${line}</p><p>If this was not you, reset your password at once: {{ .SiteURL }}</p>`,
  }
}
