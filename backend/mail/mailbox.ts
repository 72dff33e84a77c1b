/** The development mailbox, which keeps the latest emails in memory instead of sending them. */
import { assertDeliverable, type Mail, type MailTransport } from './mail-transport.ts'

/** Emails kept; the oldest are dropped. */
export const capacity = 200

export interface StoredEmail extends Mail {
  /** Every URL in the email, in order of first appearance. */
  readonly links: readonly string[]
  readonly id: number
  readonly receivedAt: Date
}

export interface Mailbox extends MailTransport {
  /** Newest first; with `to`, only emails to that address. */
  list(to?: string): readonly StoredEmail[] | Promise<readonly StoredEmail[]>
  find(id: number): StoredEmail | undefined | Promise<StoredEmail | undefined>
}

/** Contains an email as soon as `send` is called. */
export interface MemoryMailbox extends Mailbox {
  list(to?: string): readonly StoredEmail[]
  find(id: number): StoredEmail | undefined
  clear(): void
}

export function createMailbox(): MemoryMailbox {
  let emails: readonly StoredEmail[] = []
  let lastId = 0

  return {
    async send(mail) {
      assertDeliverable(mail)
      lastId += 1
      const email: StoredEmail = { ...mail, links: linksOf(mail), id: lastId, receivedAt: new Date() }
      emails = [email, ...emails].slice(0, capacity)
    },
    async close() {},
    list(to) {
      const wanted = to?.trim().toLowerCase()
      return wanted === undefined ? emails : emails.filter((email) => email.to.toLowerCase() === wanted)
    },
    find: (id) => emails.find((email) => email.id === id),
    clear() {
      emails = []
    },
  }
}

/** The text part comes first, because its URLs are not escaped as those in HTML are. */
export function linksOf({ text, html }: Mail): string[] {
  const inText = text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? []
  const inHtml = [...html.matchAll(/href="(https?:\/\/[^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))
  return [...new Set([...inText.map((url) => url.replace(/[.,;:!?]+$/, '')), ...inHtml])]
}
