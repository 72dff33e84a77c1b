/** `/dev/mailbox`: the development mailbox for people (HTML) and for scripts (JSON). */
import type { Letter, Mailbox } from './mailbox.ts'
import type { Attachment } from './mailer.ts'

/**
 * Answers `/dev/mailbox`, `/dev/mailbox/letters/ID` and `/dev/mailbox.json`, both lists with an optional `?to=ADDRESS`;
 * undefined for every other request.
 */
export function createMailboxPages(mailbox: Mailbox): (request: Request) => Promise<Response> | undefined {
  const showList = async (to: string | undefined) => page(listPage(await mailbox.list(to), to), 200)
  const showLetter = async (id: number) => {
    const letter = await mailbox.find(id)
    return letter === undefined ? page(gonePage, 404) : page(letterPage(letter), 200)
  }
  const tellScripts = async (to: string | undefined) =>
    Response.json((await mailbox.list(to)).map(asJson), { headers: unkept })

  return (request) => {
    // Asked of every request, so the address is only read where it may be ours.
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !request.url.includes('/dev/')) return undefined
    const { pathname, searchParams } = new URL(request.url)
    const to = searchParams.get('to') || undefined
    if (pathname === '/dev/mailbox.json') return tellScripts(to)
    if (pathname === '/dev/mailbox' || pathname === '/dev/mailbox/') return showList(to)
    const id = /^\/dev\/mailbox\/letters\/(\d{1,9})$/.exec(pathname)?.[1]
    return id === undefined ? undefined : showLetter(Number(id))
  }
}

const unkept = { 'cache-control': 'no-store' }

const asJson = ({ to, subject, text, html, links, attachments }: Letter) => ({
  to,
  subject,
  text,
  html,
  links,
  ...(attachments?.length ? { attachments } : {}),
})

/**
 * A policy of its own, since letters carry inline styles. The letter lies in a sandboxed frame without scripts; its links open
 * in a tab of their own.
 */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https:; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const page = (html: string, status: number) =>
  new Response(html, {
    status,
    headers: { ...unkept, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  })

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const document = (title: string, body: string) => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #2f1f1a; background: #faf6ef }
body { max-width: 52rem; margin: 0 auto; padding: 2rem 1rem }
h1 { font-size: 1.5rem; margin: 0 0 1rem; overflow-wrap: anywhere }
a { color: #8c1d40 }
form { display: flex; gap: .5rem; margin-bottom: 1.5rem }
input { flex: 1; min-width: 0 }
input, button { font: inherit; padding: .5rem .75rem; border: 1px solid #8a7a70; border-radius: .5rem; background: #fff; color: inherit }
ol { list-style: none; margin: 0; padding: 0; border-top: 1px solid #e4d9cb }
li { padding: .75rem 0; border-bottom: 1px solid #e4d9cb; overflow-wrap: anywhere }
li a { font-weight: 600 }
p, dl { margin: 0; color: #5c4a42 }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0 1rem; margin-bottom: 1rem }
dd { margin: 0; overflow-wrap: anywhere }
iframe { width: 100%; height: 32rem; border: 1px solid #e4d9cb; border-radius: .5rem; background: #fff }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; border: 1px solid #e4d9cb; border-radius: .5rem; background: #fff }
</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`

const listPage = (letters: readonly Letter[], to: string | undefined) =>
  document(
    'Development mailbox',
    `<h1>Development mailbox</h1>
<form method="get" action="/dev/mailbox">
<input type="email" name="to" value="${escapeHtml(to ?? '')}" placeholder="Only letters to…" aria-label="Only letters to">
<button>Show</button>
</form>
${letters.length === 0 ? '<p>No letters yet.</p>' : `<ol>\n${letters.map(listItem).join('\n')}\n</ol>`}`,
  )

const listItem = ({ id, to, subject, receivedAt }: Letter) =>
  `<li><a href="/dev/mailbox/letters/${id}">${escapeHtml(subject)}</a><p>to ${escapeHtml(to)}, ${moment(receivedAt)}</p></li>`

const moment = (date: Date) =>
  `<time datetime="${date.toISOString()}">${date.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`

const letterPage = (letter: Letter) =>
  document(
    letter.subject,
    `<p><a href="/dev/mailbox">All letters</a></p>
<h1>${escapeHtml(letter.subject)}</h1>
<dl><dt>To</dt><dd>${escapeHtml(letter.to)}</dd><dt>Received</dt><dd>${moment(letter.receivedAt)}</dd></dl>
<iframe title="The letter" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(withLinksInNewTabs(letter.html))}"></iframe>
<h2>As plain text</h2>
<pre>${escapeHtml(letter.text)}</pre>
<h2>Links</h2>
<ol>
${letter.links.map((link) => `<li><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></li>`).join('\n')}
</ol>
${(letter.attachments ?? []).map(attachment).join('\n')}`,
  )

const attachment = ({ filename, contentType, content }: Attachment) =>
  `<h2>Attached: ${escapeHtml(filename)}</h2>\n<p>${escapeHtml(contentType)}</p>\n<pre>${escapeHtml(content)}</pre>`

/** A sandboxed frame cannot lead its own page elsewhere, so its links open outside it. */
const withLinksInNewTabs = (html: string) => html.replace(/<head>|^/, (start) => `${start}<base target="_blank">`)

const gonePage = document('Letter not found', '<h1>Letter not found</h1><p><a href="/dev/mailbox">All letters</a></p>')
