/** Outgoing mail: SMTP, or the development mailbox. */
export type { Mail, MailTransport } from './mail-transport.ts'
export { createMailbox, type Mailbox, type StoredEmail } from './mailbox.ts'
export { createMailboxIntake, mailboxIntakePath } from './mailbox-intake.ts'
export { createMailboxPages } from './mailbox-pages.ts'
export { createSharedMailbox } from './shared-mailbox.ts'
export { createSmtpTransport } from './smtp.ts'
