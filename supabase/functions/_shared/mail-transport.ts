/** Who carries letters: an SMTP server, or the development mailbox of the embedded backend. */
import type { RenderedEmail } from './emails/index.ts'
import type { Settings } from './settings.ts'

export interface OutgoingEmail extends RenderedEmail {
  /** The same each time it is tried: mail programs show a letter that comes twice once. */
  readonly id: string
  readonly to: string
}

export interface MailTransport {
  /** Resolves once the letter is accepted for delivery. @throws Error with why it was not */
  send(email: OutgoingEmail): Promise<void>
  close(): void
}

/** Null where nobody carries letters: then they wait. */
export async function openMailTransport({ mail, serviceKey }: Settings): Promise<MailTransport | null> {
  if (mail.smtpUrl) return (await import('./smtp-transport.ts')).openSmtpTransport(mail.smtpUrl, mail)
  return mail.mailboxUrl ? openMailboxTransport(mail.mailboxUrl, serviceKey) : null
}

function openMailboxTransport(url: string, serviceKey: string): MailTransport {
  return {
    async send({ to, subject, html, text, attachments }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${serviceKey}` },
        body: JSON.stringify({ to, subject, html, text, attachments }),
      })
      const answer = await response.text()
      if (!response.ok) throw new Error(`The development mailbox answered ${response.status}: ${answer}`)
    },
    close() {},
  }
}
