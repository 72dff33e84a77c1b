/** The interface of mail transports, and what an email must have. */

export interface Mail {
  /** One address, validated by the caller. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments?: readonly Attachment[]
  /** Headers besides those that the transport sets. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface Attachment {
  readonly filename: string
  readonly contentType: string
  readonly content: string
}

export interface MailTransport {
  /** Resolves when the email was accepted for delivery. @throws MailError */
  send(mail: Mail): Promise<void>
  /** Waits for emails that are being sent, then closes connections. */
  close(): Promise<void>
}

/** The email was not accepted: its address or subject is invalid, or the server refused it (see `cause`). */
export class MailError extends Error {
  override readonly name = 'MailError'
}

/** One plain address: no list, no display name, no control characters. */
const singleAddress = /^[^\s@,;:<>()[\]"\\\p{Cc}]+@[^\s@,;:<>()[\]"\\\p{Cc}]+$/u

/** @throws MailError for an address or subject that could add a recipient or a header */
export function assertDeliverable(mail: Mail): void {
  if (!singleAddress.test(mail.to)) throw new MailError('The address of the email is not a single plain address')
  if (/\p{Cc}/u.test(mail.subject)) throw new MailError('The subject of the email contains control characters')
}
