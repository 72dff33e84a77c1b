/** Finds the web addresses in what somebody wrote. */

export interface TextPart {
  readonly text: string
  /** Of an address: always http or https. */
  readonly href?: string
}

const address = /\bhttps?:\/\/[^\s<>"'`]+/gi

/** What ends a sentence is not part of the address, nor is a bracket that was opened before it. */
const sentenceEnd = /[.,:;!?…*_~]+$/

/** As it was written, cut into words and addresses. */
export function textParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const written = trimmedAddress(found)
    const href = webAddress(written)
    if (href === undefined) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: written, href })
    end = index + written.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

function trimmedAddress(found: string): string {
  let written = found
  for (;;) {
    const shorter = written.replace(sentenceEnd, '')
    const isOpen = shorter.endsWith(')') && count(shorter, ')') > count(shorter, '(')
    const next = isOpen ? shorter.slice(0, -1) : shorter
    if (next === written) return written
    written = next
  }
}

const count = (text: string, character: string) => text.split(character).length - 1

function webAddress(written: string): string | undefined {
  try {
    const { protocol, href, username, password, hostname } = new URL(written)
    // `https://tuckbox.example@evil.example` looks like somewhere it does not lead.
    if (username !== '' || password !== '' || hostname === '') return undefined
    return protocol === 'http:' || protocol === 'https:' ? href : undefined
  } catch {
    return undefined
  }
}
