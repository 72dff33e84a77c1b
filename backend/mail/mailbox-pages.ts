/** `/dev/mailbox`: the development mailbox as HTML and as JSON. */
import { escapeHtml } from '#backend/escape-html'
import type { Attachment } from './mail-transport.ts'
import type { Mailbox, StoredEmail } from './mailbox.ts'

/**
 * Handles `/dev/mailbox`, `/dev/mailbox/emails/ID` and `/dev/mailbox.json`, both lists with an optional `?to=ADDRESS`;
 * undefined for every other request.
 */
export function createMailboxPages(mailbox: Mailbox): (request: Request) => Promise<Response> | undefined {
  const showList = async (to: string | undefined) => page(listPage(await mailbox.list(to), to), 200)
  const showEmail = async (id: number) => {
    const email = await mailbox.find(id)
    return email === undefined ? page(notFoundPage, 404) : page(emailPage(email), 200)
  }
  const showJson = async (to: string | undefined) =>
    Response.json((await mailbox.list(to)).map(asJson), { headers: uncached })

  return (request) => {
    // This runs for every request, so the URL is parsed only where it may match.
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !request.url.includes('/dev/')) return undefined
    const { pathname, searchParams } = new URL(request.url)
    const to = searchParams.get('to') || undefined
    if (pathname === '/dev/mailbox.json') return showJson(to)
    if (pathname === '/dev/mailbox' || pathname === '/dev/mailbox/') return showList(to)
    const id = /^\/dev\/mailbox\/emails\/(\d{1,9})$/.exec(pathname)?.[1]
    return id === undefined ? undefined : showEmail(Number(id))
  }
}

const uncached = { 'cache-control': 'no-store' }

const asJson = ({ to, subject, text, html, links, attachments, headers }: StoredEmail) => ({
  to,
  subject,
  text,
  html,
  links,
  ...(attachments?.length ? { attachments } : {}),
  ...(headers && Object.keys(headers).length > 0 ? { headers } : {}),
})

/**
 * Unlike the policy of other pages it allows inline styles, which emails have. The email is in a sandboxed frame without scripts; its
 * links open in new tabs.
 */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https:; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const page = (html: string, status: number) =>
  new Response(html, {
    status,
    headers: {
      ...uncached,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy,
    },
  })

const document = (title: string, body: string) => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fafafa }
body { max-width: 52rem; margin: 0 auto; padding: 2rem 1rem }
h1 { font-size: 1.5rem; margin: 0 0 1rem; overflow-wrap: anywhere }
a { color: #0b57d0 }
form { display: flex; gap: .5rem; margin-bottom: 1.5rem }
input { flex: 1; min-width: 0 }
input, button { font: inherit; padding: .5rem .75rem; border: 1px solid #767676; border-radius: .5rem; background: #fff; color: inherit }
ol { list-style: none; margin: 0; padding: 0; border-top: 1px solid #ddd }
li { padding: .75rem 0; border-bottom: 1px solid #ddd; overflow-wrap: anywhere }
li a { font-weight: 600 }
p, dl { margin: 0; color: #555 }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0 1rem; margin-bottom: 1rem }
dd { margin: 0; overflow-wrap: anywhere }
iframe { width: 100%; height: 32rem; border: 1px solid #ddd; border-radius: .5rem; background: #fff }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; border: 1px solid #ddd; border-radius: .5rem; background: #fff }
</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`

const listPage = (emails: readonly StoredEmail[], to: string | undefined) =>
  document(
    'Development mailbox',
    `<h1>Development mailbox</h1>
<form method="get" action="/dev/mailbox">
<input type="email" name="to" value="${escapeHtml(to ?? '')}" placeholder="Only emails to…" aria-label="Only emails to">
<button>Show</button>
</form>
${emails.length === 0 ? '<p>No emails yet.</p>' : `<ol>\n${emails.map(listItem).join('\n')}\n</ol>`}`,
  )

const listItem = ({ id, to, subject, receivedAt }: StoredEmail) =>
  `<li><a href="/dev/mailbox/emails/${id}">${escapeHtml(subject)}</a><p>to ${escapeHtml(to)}, ${timeElement(receivedAt)}</p></li>`

const timeElement = (date: Date) =>
  `<time datetime="${date.toISOString()}">${date.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`

const emailPage = (email: StoredEmail) =>
  document(
    email.subject,
    `<p><a href="/dev/mailbox">All emails</a></p>
<h1>${escapeHtml(email.subject)}</h1>
<dl><dt>To</dt><dd>${escapeHtml(email.to)}</dd><dt>Received</dt><dd>${timeElement(email.receivedAt)}</dd></dl>
<iframe title="The email" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(withLinksInNewTabs(email.html))}"></iframe>
<h2>As plain text</h2>
<pre>${escapeHtml(email.text)}</pre>
<h2>Links</h2>
<ol>
${email.links.map((link) => `<li><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></li>`).join('\n')}
</ol>
${(email.attachments ?? []).map(attachment).join('\n')}`,
  )

const attachment = ({ filename, contentType, content }: Attachment) =>
  `<h2>Attached: ${escapeHtml(filename)}</h2>\n<p>${escapeHtml(contentType)}</p>\n<pre>${escapeHtml(content)}</pre>`

/** A sandboxed frame cannot navigate its page, so links open outside it. */
const withLinksInNewTabs = (html: string) => html.replace(/<head>|^/, (start) => `${start}<base target="_blank">`)

const notFoundPage = document('Email not found', '<h1>Email not found</h1><p><a href="/dev/mailbox">All emails</a></p>')
