/**
 * Sends letters that are due. Called by cron and by whoever records a payment, without a token: it sends what is due anyway, once, whoever asks, and tells them nothing.
 */
import { json, Refusal, serve } from '../_shared/answers.ts'
import { openService } from '../_shared/database.ts'
import { openPost } from '../_shared/post.ts'
import { sendLetters } from '../_shared/send-letters.ts'
import { readSettings } from '../_shared/settings.ts'

let underWay: Promise<void> | undefined

/** However many ask at once, one of us goes to the mail server; what it misses, the next one sends. */
serve(['POST'], async () => {
  underWay ??= sendWhatIsDue().finally(() => {
    underWay = undefined
  })
  await underWay
  return json({ result: 'done' })
})

async function sendWhatIsDue(): Promise<void> {
  const settings = readSettings()
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
