/** Renders an email as HTML for mail programs, with tables and inline styles. This module escapes all text. */
import { escapeHtml } from '../../../../domain/values/escape-html.ts'
import { formatPence } from '../../../../domain/values/money.ts'
import { type Block, type EmailContent, type EmailContext, type Item, type Sum, unsubscribePath } from './email.ts'

/** The colours of the web app (web/styles.css). */
const paper = '#fbf5ea'
const card = '#fffcf6'
const line = '#e8dac4'
const ink = '#2b1910'
const inkSoft = '#6b5346'
const berry = '#a3153f'

const sans = "font-family:Figtree,'Helvetica Neue',Helvetica,Arial,sans-serif"
const serif = "font-family:Fraunces,Georgia,'Times New Roman',serif"
const wrapping = 'overflow-wrap:anywhere;word-break:break-word'

export function renderHtml(email: EmailContent, context: EmailContext): string {
  const { subject, preview, heading, blocks } = email
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${paper};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;color:${paper};font-size:1px;line-height:1px">${escaped(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${paper}" style="background:${paper}"><tr><td align="center" style="padding:24px 12px 40px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="padding:0 25px 16px">${wordmark(context)}</td></tr>
<tr><td bgcolor="${card}" style="padding:28px 24px 32px;background:${card};border:1px solid ${line};border-radius:20px;${sans};font-size:16px;line-height:1.5;color:${ink};${wrapping}">
<h1 style="margin:0 0 12px;${serif};font-size:28px;font-weight:600;line-height:1.2;color:${ink}">${escaped(heading)}</h1>
${blocks.map((block) => blockHtml(block, context)).join('\n')}
<p style="margin:28px 0 0">With warm wishes,<br>${escaped(context.name)}</p>
</td></tr>
<tr><td style="padding:20px 25px 0;${sans};font-size:13px;line-height:1.5;color:${inkSoft};${wrapping}">${footer(email, context)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

/** The name, as a link to the site. Account emails have no site URL, so their button is their only link. */
function wordmark({ siteUrl, name }: EmailContext): string {
  const style = `${serif};font-size:24px;font-weight:600;color:${berry};text-decoration:none`
  return siteUrl
    ? `<a href="${href(`${siteUrl}/`)}" style="${style}">${escaped(name)}</a>`
    : `<span style="${style}">${escaped(name)}</span>`
}

function blockHtml(block: Block, { siteUrl }: EmailContext): string {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:0 0 16px">${escaped(block.text)}</p>`
    case 'heading':
      return headingHtml(block, siteUrl)
    case 'button':
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 16px"><tr><td bgcolor="${berry}" style="border-radius:999px;background:${berry}"><a href="${href(siteUrl + block.path)}" style="display:inline-block;padding:13px 28px;${sans};font-size:16px;font-weight:600;line-height:1.3;color:#ffffff;text-decoration:none">${escaped(block.label)}</a></td></tr></table>`
    case 'fact':
      return `<p style="margin:0 0 14px"><span style="display:block;font-size:13px;color:${inkSoft}">${escaped(block.label)}</span>${block.lines.map(escaped).join('<br>')}</p>`
    case 'items':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">${block.items.map(itemHtml).join('')}</table>`
    case 'sums':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 16px;border-top:1px solid ${line}">${block.sums.map(sumHtml).join('')}</table>`
  }
}

function headingHtml({ text, path, note }: Extract<Block, { kind: 'heading' }>, siteUrl: string): string {
  const words = path
    ? `<a href="${href(siteUrl + path)}" style="color:${ink};text-decoration:none">${escaped(text)}</a>`
    : escaped(text)
  const small = note
    ? `<span style="display:block;${sans};font-size:13px;font-weight:400;color:${inkSoft}">${escaped(note)}</span>`
    : ''
  return `<h2 style="margin:24px 0 10px;padding-top:20px;border-top:1px solid ${line};${serif};font-size:20px;font-weight:600;line-height:1.3;color:${ink}">${words}${small}</h2>`
}

/** The picture has an empty alt text, because the text beside it says the same. */
function itemHtml({ name, quantity, pricePence, details, picture }: Item): string {
  const image = picture
    ? `<img src="${href(picture)}" width="56" height="56" alt="" style="display:block;width:56px;height:56px;border:0;border-radius:12px;background:${line};object-fit:cover">`
    : ''
  const small = details.map(
    (detail) =>
      `<span style="display:block;font-size:13px;line-height:1.45;color:${inkSoft}">${escaped(detail)}</span>`,
  )
  return `<tr>${image ? `<td width="56" valign="top" style="padding:6px 12px 6px 0">${image}</td>` : ''}<td valign="top"${image ? '' : ' colspan="2"'} style="padding:6px 0;${wrapping}"><strong style="font-weight:600">${quantity} × ${escaped(name)}</strong>${small.join('')}</td><td valign="top" align="right" style="padding:6px 0 6px 12px;white-space:nowrap">${formatPence(pricePence)}</td></tr>`
}

function sumHtml({ label, amount, isTotal }: Sum): string {
  const style = isTotal ? 'padding:6px 0 0;font-size:18px;font-weight:600' : `padding:6px 0 0;color:${inkSoft}`
  return `<tr><td style="${style}">${escaped(label)}</td><td align="right" style="${style}">${escaped(amount)}</td></tr>`
}

function footer({ unsubscribe }: EmailContent, { siteUrl, supportEmail }: EmailContext): string {
  const link = (url: string, words: string) => `<a href="${href(url)}" style="color:${inkSoft}">${escaped(words)}</a>`
  const questions = supportEmail ? `Questions? Email ${link(`mailto:${supportEmail}`, supportEmail)}.<br>` : ''
  if (!siteUrl) return questions
  if (unsubscribe)
    return `${questions}${escaped(unsubscribe.reason)} ${link(siteUrl + unsubscribePath(unsubscribe.token), 'Unsubscribe')}.`
  return `${questions}Choose which emails you receive in ${link(`${siteUrl}/settings/notifications`, 'your notification settings')}.`
}

const escaped = (text: string) => escapeHtml(text.replace(/[^\P{Cc}\n]/gu, ' '))

/** Links use `&amp;`, which older mail programs support better than a numeric entity. */
const href = (url: string) =>
  url
    .replaceAll('&', '&amp;')
    .replaceAll('"', '%22')
    .replaceAll("'", '%27')
    .replaceAll('<', '%3C')
    .replaceAll('>', '%3E')
