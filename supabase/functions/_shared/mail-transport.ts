/** What sends an email. */
import type { RenderedEmail } from './emails/index.ts'

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
