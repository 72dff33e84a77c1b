/** Sends emails through an SMTP server. */
import { createTransport } from 'nodemailer'
import type { MailTransport } from './mail-transport.ts'
import type { MailSettings } from './settings.ts'

/** A single plain address: no list, no display name, no characters that could end the header line. */
const singleAddress = /^[^\s@,;:<>()[\]"\\\p{Cc}]+@[^\s@,;:<>()[\]"\\\p{Cc}]+$/u

export function openSmtpTransport(url: string, { from, supportEmail }: MailSettings): MailTransport {
  const transport = createTransport(
    // All timeouts together are far shorter than the claim of an email.
    { url, pool: true, maxConnections: 3, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 },
    {
      from,
      disableFileAccess: true,
      disableUrlAccess: true,
      // Suppresses automatic replies.
      headers: { 'Auto-Submitted': 'auto-generated' },
    },
  )
  return {
    async send({ id, to, subject, html, text, attachments, headers, replyTo = supportEmail }) {
      if (!singleAddress.test(to)) throw new Error('The recipient is not a single plain address')
      await transport.sendMail({
        to,
        subject,
        html,
        text,
        headers,
        ...(replyTo && singleAddress.test(replyTo) ? { replyTo } : {}),
        messageId: `<${id}@${domainOf(from)}>`,
        attachments: attachments.map((attachment) => ({ ...attachment })),
      })
    },
    close: () => transport.close(),
  }
}

const domainOf = (from: string) => /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
