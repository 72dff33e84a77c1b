/** Sends due emails. Called by the database's scheduler, and after payments. */
import { openServiceClient } from '../_shared/database.ts'
import { openMailTransport } from '../_shared/open-mail-transport.ts'
import { Refusal } from '../_shared/responses.ts'
import { serveScheduler } from '../_shared/scheduler.ts'
import { sendEmails } from '../_shared/send-emails.ts'
import type { Settings } from '../_shared/settings.ts'

let sending: Promise<void> | undefined

/** Concurrent requests share one run. Emails that become due during it are sent at the next request. */
serveScheduler(async (settings) => {
  sending ??= sendDueEmails(settings).finally(() => {
    sending = undefined
  })
  await sending
})

async function sendDueEmails(settings: Settings): Promise<void> {
  const transport = await openMailTransport(settings)
  if (!transport)
    throw new Refusal(503, 'mail_transport', 'No mail transport is configured. Emails wait in the outbox.')
  const { siteUrl, supabaseUrl, mail } = settings
  try {
    await sendEmails(openServiceClient(settings), transport, {
      name: 'Tuckbox',
      siteUrl,
      // Hosted Supabase has an address of its own, the embedded backend the site's.
      pictureUrl: supabaseUrl.startsWith('https:') ? supabaseUrl : siteUrl,
      supportEmail: mail.supportEmail,
      now: new Date(),
    })
  } finally {
    transport.close()
  }
}
