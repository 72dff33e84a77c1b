/** The SMTP mail transport. */
import { createTransport } from 'nodemailer'
import { assertDeliverable, MailError, type MailTransport } from './mail-transport.ts'

/**
 * @param url `smtp://user:password@host:587` (STARTTLS if offered) or `smtps://…:465`; nodemailer's options go in the query
 * @param from the sender: `Name <address>` or an address.
 */
export function createSmtpTransport(url: string, from: string): MailTransport {
  const transport = createTransport(
    { url, pool: true, maxConnections: 3, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
    { from, disableFileAccess: true, disableUrlAccess: true },
  )
  const pending = new Set<Promise<unknown>>()

  return {
    async send(mail) {
      assertDeliverable(mail)
      const { to, subject, text, html, attachments = [] } = mail
      const sending = transport.sendMail({
        to,
        subject,
        text,
        html,
        attachments: attachments.map((file) => ({ ...file })),
      })
      pending.add(sending)
      try {
        await sending
      } catch (cause) {
        throw new MailError('The mail server did not accept the email', { cause })
      } finally {
        pending.delete(sending)
      }
    },
    async close() {
      await Promise.allSettled(pending)
      transport.close()
    },
  }
}
