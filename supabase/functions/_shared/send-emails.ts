/** Sends due emails: claims each one, renders it, passes it to the transport and records the outcome. */
import { type DatabaseClient, unwrap } from './database.ts'
import { type EmailContext, renderEmail } from './emails/index.ts'
import type { MailTransport } from './mail-transport.ts'

const batchSize = 5
/** Shorter than a claim, which lasts five minutes. */
const sendTimeoutMs = 60_000
/** No more emails are claimed after this time, because the caller waits for a minute only. The next call sends the rest. */
const claimPeriodMs = 40_000

/** Safe to run concurrently, because a claimed email is not claimed again. @returns the numbers of sent and failed emails */
export async function sendEmails(
  service: DatabaseClient,
  transport: MailTransport,
  context: EmailContext,
): Promise<{ sent: number; failed: number }> {
  const endMs = Date.now() + claimPeriodMs
  const outcomes: boolean[] = []
  while (Date.now() < endMs) {
    const claimed = unwrap(await service.rpc('claim_emails', { batch_size: batchSize }))
    outcomes.push(...(await Promise.all(claimed.map((email) => sendOne(service, transport, context, email)))))
    if (claimed.length < batchSize) break
  }
  const sent = outcomes.filter(Boolean).length
  return { sent, failed: outcomes.length - sent }
}

/** The recipient that the database writes instead of the support mailbox, which it does not know. */
const supportPlaceholder = 'support@marketplace.invalid'

interface Claimed {
  readonly email_id: string
  readonly recipient: string
  readonly template: string
  readonly data: unknown
  readonly attempts: number
  readonly request_id: string | null
}

async function sendOne(
  service: DatabaseClient,
  transport: MailTransport,
  context: EmailContext,
  claimed: Claimed,
): Promise<boolean> {
  const { email_id, attempts: attempt, recipient, template, data } = claimed
  const send = async () =>
    transport.send({ ...renderEmail(template, data, context), id: email_id, to: mailboxOf(recipient, context) })
  const failure = await withDeadline(send).then(
    () => undefined,
    (error: unknown) => {
      const cause = claimed.request_id === null ? '' : `, enqueued by request ${claimed.request_id},`
      console.error(`The email ${email_id} (${template})${cause} was not sent at attempt ${attempt}:`, error)
      return errorMessage(error)
    },
  )
  // If this fails, the email is sent again after the claim ends: a duplicate is better than a loss.
  const recorded = await service.rpc('record_email', { email_id, attempt, error: failure })
  if (recorded.error) console.error(recorded.error)
  return failure === undefined
}

/** Emails to support wait until SUPPORT_EMAIL is set. */
function mailboxOf(recipient: string, { supportEmail }: EmailContext): string {
  if (recipient !== supportPlaceholder) return recipient
  if (!supportEmail) throw new Error('SUPPORT_EMAIL is not set, so emails to support stay queued')
  return supportEmail
}

async function withDeadline(send: () => Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server took too long')), sendTimeoutMs)
  })
  try {
    await Promise.race([send(), timedOut])
  } finally {
    clearTimeout(timer)
  }
}

const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500)
