/** What the backend needs of outgoing mail, whoever carries it. */

export interface Mail {
  /** One address, already checked by whoever asks to write to it. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments?: readonly Attachment[]
}

export interface Attachment {
  readonly filename: string
  readonly contentType: string
  readonly content: string
}

export interface Mailer {
  /** Resolves once the email is accepted for delivery. @throws MailError */
  send(mail: Mail): Promise<void>
  /** Waits for emails under way and lets go of connections. */
  close(): Promise<void>
}

/** An email was not accepted: its address or subject cannot stand in a header, or the server refused it (see `cause`). */
export class MailError extends Error {
  override readonly name = 'MailError'
}

/** One addressee and nothing else: no list, no display name, nothing that could end the header line. */
const singleAddress = /^[^\s@,;:<>()[\]"\\\p{Cc}]+@[^\s@,;:<>()[\]"\\\p{Cc}]+$/u

/** @throws MailError for what could smuggle a second addressee or header into the email. */
export function assertDeliverable(mail: Mail): void {
  if (!singleAddress.test(mail.to)) throw new MailError('The address of the email is not a single plain address')
  if (/\p{Cc}/u.test(mail.subject)) throw new MailError('The subject of the email contains control characters')
}
