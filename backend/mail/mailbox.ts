/** The development mailbox: keeps the latest letters in memory instead of sending them. */
import { assertDeliverable, type Mail, type Mailer } from './mailer.ts'

/** Letters kept; older ones fall out. */
export const capacity = 200

export interface Letter extends Mail {
  /** Every URL of the letter, in order of first appearance. */
  readonly links: readonly string[]
  readonly id: number
  readonly receivedAt: Date
}

export interface Mailbox extends Mailer {
  /** Newest first; with `to`, only that address's. */
  list(to?: string): readonly Letter[] | Promise<readonly Letter[]>
  find(id: number): Letter | undefined | Promise<Letter | undefined>
}

/** Holds a letter from the moment it is handed over. */
export interface MemoryMailbox extends Mailbox {
  list(to?: string): readonly Letter[]
  find(id: number): Letter | undefined
  clear(): void
}

export function createMailbox(): MemoryMailbox {
  let letters: readonly Letter[] = []
  let lastId = 0

  return {
    async send(mail) {
      assertDeliverable(mail)
      lastId += 1
      const letter: Letter = { ...mail, links: linksOf(mail), id: lastId, receivedAt: new Date() }
      letters = [letter, ...letters].slice(0, capacity)
    },
    async close() {},
    list(to) {
      const wanted = to?.trim().toLowerCase()
      return wanted === undefined ? letters : letters.filter((letter) => letter.to.toLowerCase() === wanted)
    },
    find: (id) => letters.find((letter) => letter.id === id),
    clear() {
      letters = []
    },
  }
}

/** The text part first: it has the URLs as they are, where the HTML part has them escaped. */
export function linksOf({ text, html }: Mail): string[] {
  const inText = text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? []
  const inHtml = [...html.matchAll(/href="(https?:\/\/[^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))
  return [...new Set([...inText.map((url) => url.replace(/[.,;:!?]+$/, '')), ...inHtml])]
}
