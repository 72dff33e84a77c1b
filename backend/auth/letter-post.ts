/** Issues the token of a letter in a transaction, and gives back the letter, to be posted once that is committed. */
import type { Mail } from '#backend/mail/index'
import type { AuthContext } from './context.ts'
import { beginFlow, type Challenge, type FlowOrigin } from './flow-states.ts'
import {
  confirmSignUpLetter,
  emailChangeLetter,
  inviteLetter,
  magicLinkLetter,
  reauthenticationLetter,
  recoveryLetter,
} from './letters.ts'
import { type IssuedToken, issueToken, type TokenKind } from './one-time-tokens.ts'
import type { Runner } from './rows.ts'
import type { User } from './users.ts'

/** The `type` of a link to /verify. */
export type LinkType = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change'

interface LinkLetter {
  readonly kind: TokenKind
  readonly origin: FlowOrigin
  readonly letter: typeof recoveryLetter
}

const linkLetters: Record<Exclude<LinkType, 'email_change'>, LinkLetter> = {
  signup: { kind: 'confirmation', origin: 'email/signup', letter: confirmSignUpLetter },
  invite: { kind: 'confirmation', origin: 'invite', letter: inviteLetter },
  recovery: { kind: 'recovery', origin: 'recovery', letter: recoveryLetter },
  magiclink: { kind: 'recovery', origin: 'magiclink', letter: magicLinkLetter },
}

/** Where a link of the letters leads: /verify, which then redirects. */
export function actionLink(apiUrl: string, type: LinkType, token: string, redirectTo: string): string {
  return `${apiUrl}/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`
}

interface LetterOptions {
  readonly redirectTo: string
  /** Present when the link shall end in a code for PKCE. */
  readonly challenge?: Challenge | undefined
}

export async function writeLinkLetter(
  context: AuthContext,
  tx: Runner,
  account: User,
  type: keyof typeof linkLetters,
  { redirectTo, challenge }: LetterOptions,
): Promise<Mail> {
  const { settings } = context
  const { kind, origin, letter } = linkLetters[type]
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
  return letter({ ...facts(context, token), to: account.email, link })
}

/** One letter to the new address and, where both have to agree, one to the old. */
export async function writeEmailChangeLetters(
  context: AuthContext,
  tx: Runner,
  account: User,
  newEmail: string,
  { redirectTo, challenge }: LetterOptions,
): Promise<Mail[]> {
  const { settings } = context
  const now = context.now()
  const pkce = challenge !== undefined
  if (challenge) await beginFlow(tx, { userId: account.id, origin: 'email_change', challenge }, now)
  const receivers: { kind: TokenKind; email: string }[] = [{ kind: 'email_change_new', email: newEmail }]
  if (settings.email.doubleConfirmChanges && account.email !== '') {
    receivers.push({ kind: 'email_change_current', email: account.email })
  }
  const letters: Mail[] = []
  for (const { kind, email } of receivers) {
    const request = { userId: account.id, kind, email, codeLength: settings.email.otpLength, pkce }
    const token = await issueToken(tx, request, now)
    const link = actionLink(settings.apiUrl, 'email_change', token.link, redirectTo)
    letters.push(
      emailChangeLetter({ ...facts(context, token), to: email, link, from: account.email, change: newEmail }),
    )
  }
  return letters
}

export async function writeReauthenticationLetter(context: AuthContext, tx: Runner, account: User): Promise<Mail> {
  const { settings } = context
  const request = {
    userId: account.id,
    kind: 'reauthentication' as const,
    email: account.email,
    codeLength: settings.email.otpLength,
  }
  const token = await issueToken(tx, request, context.now())
  return reauthenticationLetter({ ...facts(context, token), to: account.email })
}

const facts = ({ settings }: AuthContext, { code }: IssuedToken) => ({
  siteName: settings.siteName,
  code,
  validMinutes: Math.max(1, Math.round(settings.email.otpExpirySeconds / 60)),
})
