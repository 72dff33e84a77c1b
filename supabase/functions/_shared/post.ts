/** Who carries letters: an SMTP server, or the development mailbox of the embedded backend. */
import type { SetLetter } from './letters/index.ts'
import type { Settings } from './settings.ts'

export interface AddressedLetter extends SetLetter {
  /** The same each time it is tried: mail programs show a letter that comes twice once. */
  readonly id: string
  readonly to: string
}

export interface Post {
  /** Resolves once the letter is accepted for delivery. @throws Error with why it was not */
  send(letter: AddressedLetter): Promise<void>
  close(): void
}

/** Null where nobody carries letters: then they wait. */
export async function openPost({ mail, serviceKey }: Settings): Promise<Post | null> {
  if (mail.smtpUrl) return (await import('./smtp-post.ts')).openSmtpPost(mail.smtpUrl, mail)
  return mail.mailboxUrl ? openMailboxPost(mail.mailboxUrl, serviceKey) : null
}

function openMailboxPost(url: string, serviceKey: string): Post {
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
