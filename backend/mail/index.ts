/** Outgoing mail: SMTP, or the development mailbox. */
export { createMailbox, type Mailbox, type MemoryMailbox, type StoredEmail } from './mailbox.ts'
export { createMailboxIntake, mailboxIntakePath } from './mailbox-intake.ts'
export { createMailboxPages } from './mailbox-pages.ts'
export { type Mail, MailError, type Mailer } from './mailer.ts'
export { createSharedMailbox } from './shared-mailbox.ts'
export { createSmtpMailer } from './smtp.ts'
