/** The configured mail transport: an SMTP server, or the development mailbox of the embedded backend. */
import type { MailTransport } from './mail-transport.ts'
import type { Settings } from './settings.ts'

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
