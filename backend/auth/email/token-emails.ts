/** Issues the token of an email within a transaction and returns the email, to be sent after the commit. */
import type { Mail } from '#backend/mail/index'
import type { User } from '../accounts/users.ts'
import type { Runner } from '../rows.ts'
import type { AuthSettings } from '../settings.ts'
import { beginFlow, type Challenge, type FlowOrigin } from '../tokens/flow-states.ts'
import { type IssuedToken, issueToken, type TokenKind } from '../tokens/one-time-tokens.ts'
import type { TokenEmailKind } from './email-templates.ts'
import type { TemplateVariables } from './go-template.ts'

/** The `type` of a link to /verify. */
export type LinkType = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change'

interface LinkEmail {
  readonly kind: TokenKind
  readonly origin: FlowOrigin
  readonly template: TokenEmailKind
}

const linkEmails: Record<Exclude<LinkType, 'email_change'>, LinkEmail> = {
  signup: { kind: 'confirmation', origin: 'email/signup', template: 'confirmation' },
  invite: { kind: 'confirmation', origin: 'invite', template: 'invite' },
  recovery: { kind: 'recovery', origin: 'recovery', template: 'recovery' },
  magiclink: { kind: 'recovery', origin: 'magiclink', template: 'magic_link' },
}

/** The link in an email: /verify, which redirects. As in GoTrue, a plain address stays readable in it. */
export function actionLink(apiUrl: string, type: LinkType, token: string, redirectTo: string): string {
  const address = /^[\w.~:/-]*$/.test(redirectTo) ? redirectTo : encodeURIComponent(redirectTo)
  return `${apiUrl}/verify?${new URLSearchParams({ token, type })}&redirect_to=${address}`
}

export interface EmailIssuing {
  readonly settings: AuthSettings
  now(): Date
}

interface EmailOptions {
  readonly redirectTo: string
  /** Present when the link ends in a PKCE code. */
  readonly challenge?: Challenge | undefined
}

export async function issueLinkEmail(
  context: EmailIssuing,
  tx: Runner,
  account: User,
  type: keyof typeof linkEmails,
  { redirectTo, challenge }: EmailOptions,
): Promise<Mail> {
  const { settings } = context
  const { kind, origin, template } = linkEmails[type]
  const now = context.now()
  if (challenge) await beginFlow(tx, { userId: account.id, origin, challenge }, now)
  const token = await issueToken(
    tx,
    {
      userId: account.id,
      kind,
      email: account.email,
      codeLength: settings.email.otpLength,
      pkce: challenge !== undefined,
    },
    now,
  )
  const link = actionLink(settings.apiUrl, type, token.link, redirectTo)
  return settings.email.templates[template](account.email, {
    ...variablesOf(context, account, token),
    ConfirmationURL: link,
    RedirectTo: redirectTo,
  })
}

/** One email to the new address, and one to the old address where both must confirm. */
export async function issueEmailChangeEmails(
  context: EmailIssuing,
  tx: Runner,
  account: User,
  newEmail: string,
  { redirectTo, challenge }: EmailOptions,
): Promise<Mail[]> {
  const { settings } = context
  const now = context.now()
  const pkce = challenge !== undefined
  if (challenge) await beginFlow(tx, { userId: account.id, origin: 'email_change', challenge }, now)
  const recipients: { kind: TokenKind; email: string }[] = [{ kind: 'email_change_new', email: newEmail }]
  if (settings.email.doubleConfirmChanges && account.email !== '') {
    recipients.push({ kind: 'email_change_current', email: account.email })
  }
  const mails: Mail[] = []
  for (const { kind, email } of recipients) {
    const request = { userId: account.id, kind, email, codeLength: settings.email.otpLength, pkce }
    const token = await issueToken(tx, request, now)
    const link = actionLink(settings.apiUrl, 'email_change', token.link, redirectTo)
    mails.push(
      settings.email.templates.email_change(email, {
        ...variablesOf(context, account, token),
        ConfirmationURL: link,
        RedirectTo: redirectTo,
        NewEmail: newEmail,
      }),
    )
  }
  return mails
}

export async function issueReauthenticationEmail(context: EmailIssuing, tx: Runner, account: User): Promise<Mail> {
  const { settings } = context
  const request = {
    userId: account.id,
    kind: 'reauthentication' as const,
    email: account.email,
    codeLength: settings.email.otpLength,
  }
  const token = await issueToken(tx, request, context.now())
  return settings.email.templates.reauthentication(account.email, variablesOf(context, account, token))
}

/** Supabase's variables of every email. */
const variablesOf = ({ settings }: EmailIssuing, account: User, token: IssuedToken): TemplateVariables => ({
  SiteURL: settings.siteUrl,
  Email: account.email,
  Data: account.raw_user_meta_data ?? {},
  Token: token.code,
  TokenHash: token.link,
})
