/** Sends letters that are due. Called by the database's scheduler and by whoever records a payment. */
import { Refusal } from '../_shared/answers.ts'
import { openService } from '../_shared/database.ts'
import { openPost } from '../_shared/post.ts'
import { serveScheduler } from '../_shared/scheduler.ts'
import { sendLetters } from '../_shared/send-letters.ts'
import type { Settings } from '../_shared/settings.ts'

let underWay: Promise<void> | undefined

/** However many ask at once, one of us goes to the mail server; what it misses, the next one sends. */
serveScheduler(async (settings) => {
  underWay ??= sendWhatIsDue(settings).finally(() => {
    underWay = undefined
  })
  await underWay
})

async function sendWhatIsDue(settings: Settings): Promise<void> {
  const post = await openPost(settings)
  if (!post) throw new Refusal(503, 'post', 'Nothing carries letters here yet: they wait.')
  const { siteUrl, supabaseUrl, mail } = settings
  try {
    await sendLetters(openService(settings), post, {
      name: 'Tuckbox',
      siteUrl,
      // A Supabase elsewhere has an address of its own; the embedded backend's pictures are the site's.
      pictureUrl: supabaseUrl.startsWith('https:') ? supabaseUrl : siteUrl,
      supportEmail: mail.supportEmail,
      now: new Date(),
    })
  } finally {
    post.close()
  }
}
