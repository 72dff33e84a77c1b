/** Renders an email as HTML and as plain text. */
import type { Mail } from '#backend/mail/index'

export interface EmailContent {
  readonly to: string
  readonly siteName: string
  readonly subject: string
  readonly heading: string
  readonly lines: readonly string[]
  /** The button's label; absent for an email without a link. */
  readonly action?: string
  readonly link?: string
  /** A code to type in, beside the link or instead of it. */
  readonly code?: string
  readonly closing: readonly string[]
}

export function renderEmail(content: EmailContent): Mail {
  return {
    to: content.to,
    // A line break in a name must not start another header.
    subject: content.subject.replace(/\p{Cc}+/gu, ' '),
    text: plain(content),
    html: html(content),
  }
}

function plain({ heading, lines, action, link, code, closing, siteName }: EmailContent): string {
  const paragraphs = [
    heading,
    ...lines,
    ...(action && link ? [`${action}:\n${link}`] : []),
    ...(code ? [`${link ? 'Or enter this code' : 'Your code'}: ${code}`] : []),
    ...closing,
    `With warm wishes,\n${siteName}`,
  ]
  return `${paragraphs.join('\n\n')}\n`
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
/** `&` becomes `&amp;`, which the mailbox and older mail clients decode more reliably than a numeric entity. */
const escapeUrl = (url: string) => url.replaceAll('&', '&amp;').replaceAll('"', '%22').replaceAll('<', '%3C')

const paragraph = (text: string, style: string) => `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`

/** Tables and inline styles, because mail clients support little else. */
function html({ heading, lines, action, link, code, closing, siteName, subject }: EmailContent): string {
  const button =
    action && link
      ? `<p style="margin:24px 0"><a href="${escapeUrl(link)}" style="display:inline-block;padding:12px 24px;border-radius:999px;background:#8c1d40;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(action)}</a></p>`
      : ''
  const codeLine = code
    ? `<p style="margin:0 0 24px;color:#5c4a42">${link ? 'Or enter this code' : 'Your code'}: <strong style="font-size:20px;letter-spacing:3px;color:#2f1f1a">${escapeHtml(code)}</strong></p>`
    : ''
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#faf6ef">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#faf6ef"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:16px"><tr><td style="padding:32px;font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#2f1f1a">
<h1 style="margin:0 0 16px;font-family:Georgia,serif;font-size:24px;line-height:1.3">${escapeHtml(heading)}</h1>
${lines.map((line) => paragraph(line, '')).join('\n')}
${button}
${codeLine}
${closing.map((line) => paragraph(line, 'font-size:14px;color:#5c4a42')).join('\n')}
<p style="margin:24px 0 0">With warm wishes,<br>${escapeHtml(siteName)}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}
