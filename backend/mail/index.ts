/** Outgoing mail: by SMTP, or into the development mailbox. */
export { createMailbox, type Letter, type Mailbox } from './mailbox.ts'
export { createMailboxIntake, mailboxIntakePath } from './mailbox-intake.ts'
export { createMailboxPages } from './mailbox-pages.ts'
export { type Mail, MailError, type Mailer } from './mailer.ts'
export { createSmtpMailer } from './smtp.ts'
