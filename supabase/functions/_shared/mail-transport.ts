/** Mail transports: an SMTP server, or the development mailbox of the embedded backend. */
import type { RenderedEmail } from './emails/index.ts'
import type { Settings } from './settings.ts'

interface OutgoingEmail extends RenderedEmail {
  /** Equal for every attempt, so mail programs show a duplicate once. */
  readonly id: string
  readonly to: string
}

export interface MailTransport {
  /** Resolves once the email is accepted for delivery. @throws Error with the reason for a refusal */
  send(email: OutgoingEmail): Promise<void>
  close(): void
}

/** Null without a configured transport. Emails then stay in the outbox. */
export async function openMailTransport({ mail, serviceKey }: Settings): Promise<MailTransport | null> {
  if (mail.smtpUrl) return (await import('./smtp-transport.ts')).openSmtpTransport(mail.smtpUrl, mail)
  return mail.mailboxUrl ? openMailboxTransport(mail.mailboxUrl, serviceKey) : null
}

function openMailboxTransport(url: string, serviceKey: string): MailTransport {
  return {
    async send({ to, subject, html, text, attachments, headers }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${serviceKey}` },
        body: JSON.stringify({ to, subject, html, text, attachments, headers }),
      })
      const details = await response.text()
      if (!response.ok) throw new Error(`The development mailbox responded with ${response.status}: ${details}`)
    },
    close() {},
  }
}
