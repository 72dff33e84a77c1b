/** The email templates of accounts. */
import type { Mail } from '#backend/mail/index'
import { renderEmail } from './render-email.ts'

export interface TemplateValues {
  readonly siteName: string
  readonly to: string
  /** The target of the button. */
  readonly link: string
  /** A code to type in where the link cannot be opened. */
  readonly code: string
  readonly validMinutes: number
}

/** "one hour", "30 minutes", "2 days" */
function duration(minutes: number): string {
  const [count, unit] =
    minutes % 1440 === 0 ? [minutes / 1440, 'day'] : minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`
}

const validity = ({ validMinutes }: TemplateValues) => `The link and the code work once, for ${duration(validMinutes)}.`

export function confirmSignUpEmail(facts: TemplateValues): Mail {
  return renderEmail({
    ...facts,
    subject: `Confirm your email address for ${facts.siteName}`,
    heading: `Welcome to ${facts.siteName}`,
    lines: ['It’s lovely to have you. Please confirm your email address, and your account is ready.'],
    action: 'Confirm my email address',
    closing: [
      validity(facts),
      'If you did not make this account, you need do nothing: without your confirmation it stays closed.',
    ],
  })
}

export function inviteEmail(facts: TemplateValues): Mail {
  return renderEmail({
    ...facts,
    subject: `You are invited to ${facts.siteName}`,
    heading: `Come and join ${facts.siteName}`,
    lines: [`You have been invited to make an account at ${facts.siteName}.`],
    action: 'Accept the invitation',
    closing: [validity(facts), 'If you did not expect this, you can ignore it.'],
  })
}

export function recoveryEmail(facts: TemplateValues): Mail {
  return renderEmail({
    ...facts,
    subject: `Choose a new password for ${facts.siteName}`,
    heading: 'Choose a new password',
    lines: [`Someone, we hope you, asked to reset the password of your ${facts.siteName} account.`],
    action: 'Choose a new password',
    closing: [validity(facts), 'If it was not you, you can ignore this email: your password stays as it is.'],
  })
}

export function magicLinkEmail(facts: TemplateValues): Mail {
  return renderEmail({
    ...facts,
    subject: `Your sign-in link for ${facts.siteName}`,
    heading: `Sign in to ${facts.siteName}`,
    lines: ['Here is the link you asked for. It signs you in without a password.'],
    action: 'Sign in',
    closing: [validity(facts), 'If you did not ask for it, you can ignore this email.'],
  })
}

/** Sent to the new address, and to the old address where both must confirm. */
export function emailChangeEmail(facts: TemplateValues & { from: string; change: string }): Mail {
  return renderEmail({
    ...facts,
    subject: `Confirm your new email address for ${facts.siteName}`,
    heading: 'Confirm your new email address',
    lines: [
      facts.from === ''
        ? `Please confirm that ${facts.change} is the address of your ${facts.siteName} account.`
        : `You asked to change the address of your ${facts.siteName} account from ${facts.from} to ${facts.change}.`,
    ],
    action: 'Confirm the change',
    closing: [validity(facts), 'If it was not you, please do not confirm, and choose a new password to be safe.'],
  })
}

export function reauthenticationEmail(facts: Omit<TemplateValues, 'link'>): Mail {
  return renderEmail({
    ...facts,
    subject: `${facts.code} is your ${facts.siteName} code`,
    heading: 'Is it you?',
    lines: ['Please enter this code to go on with the change to your account.'],
    closing: [
      `The code works once, for ${duration(facts.validMinutes)}.`,
      'If you are not changing anything, please choose a new password: someone may be signed in as you.',
    ],
  })
}
