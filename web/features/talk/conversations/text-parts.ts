/** Finds URLs in a message. */

export interface TextPart {
  readonly text: string
  /** Set for URLs, always http or https. */
  readonly href?: string
}

const urlPattern = /\bhttps?:\/\/[^\s<>"'`]+/gi

/** Trailing punctuation and an unmatched closing bracket are not part of a URL. */
const sentenceEnd = /[.,:;!?…*_~]+$/

/** Splits text into plain text and URLs, without changing it. */
export function textParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(urlPattern)) {
    const url = trimUrl(match)
    const href = webUrl(url)
    if (href === undefined) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: url, href })
    end = index + url.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

function trimUrl(match: string): string {
  let url = match
  for (;;) {
    const trimmed = url.replace(sentenceEnd, '')
    const isOpen = trimmed.endsWith(')') && count(trimmed, ')') > count(trimmed, '(')
    const next = isOpen ? trimmed.slice(0, -1) : trimmed
    if (next === url) return url
    url = next
  }
}

const count = (text: string, character: string) => text.split(character).length - 1

function webUrl(url: string): string | undefined {
  try {
    const { protocol, href, username, password, hostname } = new URL(url)
    // `https://tuckbox.example@evil.example` is misleading, so it is no link.
    if (username !== '' || password !== '' || hostname === '') return undefined
    return protocol === 'http:' || protocol === 'https:' ? href : undefined
  } catch {
    return undefined
  }
}
