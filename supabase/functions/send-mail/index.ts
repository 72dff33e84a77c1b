/** Sends emails that are due. Called by the database's scheduler, and when a payment is recorded. */
import { openService } from '../_shared/database.ts'
import { openMailTransport } from '../_shared/mail-transport.ts'
import { Refusal } from '../_shared/responses.ts'
import { serveScheduler } from '../_shared/scheduler.ts'
import { sendEmails } from '../_shared/send-emails.ts'
import type { Settings } from '../_shared/settings.ts'

let sending: Promise<void> | undefined

/** However many ask at once, one of us goes to the mail server; what it misses, the next one sends. */
serveScheduler(async (settings) => {
  sending ??= sendDueEmails(settings).finally(() => {
    sending = undefined
  })
  await sending
})

async function sendDueEmails(settings: Settings): Promise<void> {
  const transport = await openMailTransport(settings)
  if (!transport) throw new Refusal(503, 'mail_transport', 'Nothing carries letters here yet: they wait.')
  const { siteUrl, supabaseUrl, mail } = settings
  try {
    await sendEmails(openService(settings), transport, {
      name: 'Tuckbox',
      siteUrl,
      // A Supabase elsewhere has an address of its own; the embedded backend's pictures are the site's.
      pictureUrl: supabaseUrl.startsWith('https:') ? supabaseUrl : siteUrl,
      supportEmail: mail.supportEmail,
      now: new Date(),
    })
  } finally {
    transport.close()
  }
}
