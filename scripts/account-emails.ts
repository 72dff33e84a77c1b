/** The texts of account emails. Each is rendered to a Supabase template that keeps its variables. */
import type { EmailContent } from '../supabase/functions/_shared/emails/email.ts'
import { renderHtml } from '../supabase/functions/_shared/emails/html.ts'

const provider =
  '{{ if eq .Provider `google` }}Google{{ else if eq .Provider `github` }}GitHub{{ else if eq .Provider `email` }}your email address and password{{ else }}{{ .Provider }}{{ end }}'

const contents: Readonly<Record<string, EmailContent>> = {
  confirmation: linkEmail('Welcome to Tuckbox', 'Confirm your email address', {
    first: 'Please confirm your email address to finish creating your account.',
    last: 'If you did not create an account, you can ignore this email. Nobody can use the account without this confirmation.',
    hasCode: true,
  }),
  invite: linkEmail('You are invited to Tuckbox', 'Accept the invitation', {
    first: 'You have been invited to create an account at Tuckbox.',
    last: 'If you did not expect this, you can ignore this email.',
    hasCode: false,
  }),
  recovery: linkEmail('Choose a new password', 'Choose a new password', {
    first: 'We received a request to reset the password of your Tuckbox account.',
    last: 'If this was not you, you can ignore this email. Your password stays the same.',
    hasCode: true,
  }),
  magic_link: linkEmail('Sign in to Tuckbox', 'Sign in', {
    first: 'This link signs you in without a password.',
    last: 'If you did not request it, you can ignore this email.',
    hasCode: true,
  }),
  email_change: linkEmail('Confirm your new email address', 'Confirm the change', {
    first:
      'You asked to change the email address of your Tuckbox account{{ if .Email }} from {{ .Email }}{{ end }} to {{ .NewEmail }}.',
    last: 'If this was not you, do not confirm the change, and choose a new password.',
    hasCode: false,
  }),
  reauthentication: {
    subject: 'Confirm that it is you',
    preview: 'Your code to continue.',
    heading: 'Confirm that it is you',
    blocks: [
      { kind: 'text', text: 'Enter this code to continue with the change to your account.' },
      { kind: 'text', text: 'Your code: {{ .Token }}' },
      {
        kind: 'text',
        text: 'If you are not changing anything, choose a new password, because someone else may be signed in as you.',
      },
    ],
  },
  password_changed: notification(
    'Your password was changed',
    'The password of your Tuckbox account {{ .Email }} has just been changed.',
  ),
  identity_linked: notification(
    'A way to sign in was added',
    `You can now sign in to your Tuckbox account {{ .Email }} with ${provider}.`,
  ),
  identity_unlinked: notification(
    'A way to sign in was removed',
    `You can no longer sign in to your Tuckbox account {{ .Email }} with ${provider}.`,
  ),
  mfa_factor_enrolled: notification(
    'An authenticator app was added',
    'Signing in to your Tuckbox account {{ .Email }} now takes a code from an authenticator app.',
  ),
  mfa_factor_unenrolled: notification(
    'An authenticator app was removed',
    'An authenticator app was removed from your Tuckbox account {{ .Email }}. Its codes no longer work.',
  ),
}

interface LinkTexts {
  first: string
  last: string
  /** Whether the web app has a field for the code. */
  hasCode: boolean
}

function linkEmail(heading: string, label: string, { first, last, hasCode }: LinkTexts): EmailContent {
  const code = hasCode ? [{ kind: 'text', text: 'Or enter this code: {{ .Token }}' } as const] : []
  // `[auth.email] otp_expiry` of config.toml, in words.
  const validity = `The link${hasCode ? ' and the code work' : ' works'} once, for one hour.`
  return {
    subject: heading,
    preview: first,
    heading,
    blocks: [
      { kind: 'text', text: first },
      { kind: 'button', label, path: '{{ .ConfirmationURL }}' },
      ...code,
      { kind: 'text', text: `${validity} ${last}` },
    ],
  }
}

function notification(heading: string, line: string): EmailContent {
  return {
    subject: heading,
    preview: line,
    heading,
    blocks: [
      { kind: 'text', text: line },
      { kind: 'text', text: 'If this was you, you do not need to do anything.' },
      {
        kind: 'text',
        text: 'If it was not you, choose a new password now, which signs out all other devices, and contact us.',
      },
      { kind: 'button', label: 'Go to your security settings', path: '{{ .SiteURL }}/settings/security' },
    ],
  }
}

/** HTML by the name of its file. */
export const accountEmails: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(contents).map(([name, content]) => [
    name,
    renderHtml(content, { name: 'Tuckbox', siteUrl: '', pictureUrl: '', supportEmail: undefined, now: new Date(0) }),
  ]),
)
