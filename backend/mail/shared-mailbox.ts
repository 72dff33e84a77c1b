/** The development mailbox of several processes, in a table of their database. */
import { z } from 'zod'
import type { Database } from '#backend/database/database'
import { assertDeliverable } from './mail-transport.ts'
import { capacity, linksOf, type Mailbox, type StoredEmail } from './mailbox.ts'

const emailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z.array(z.object({ filename: z.string(), contentType: z.string(), content: z.string() })).optional(),
  headers: z.record(z.string(), z.string()).optional(),
})

const insertSql = `with stored as (insert into backend.mailbox_emails (recipient, email) values (lower($1), $2::json) returning id)
  delete from backend.mailbox_emails where id <= (select id from stored) - ${capacity}`
const selectSql = 'select id, email, received_at from backend.mailbox_emails'

export function createSharedMailbox(database: Database): Mailbox {
  const pending = new Set<Promise<unknown>>()

  const emails = async (text: string, values: string[]): Promise<StoredEmail[]> => {
    // Emails that this process is storing would otherwise be missing.
    await Promise.allSettled(pending)
    const { rows } = await database.run({ text, values })
    return rows.map(([id, email, receivedAt]) => {
      const mail = emailSchema.parse(JSON.parse(email ?? ''))
      return { ...mail, links: linksOf(mail), id: Number(id), receivedAt: new Date(receivedAt ?? '') }
    })
  }

  return {
    async send(mail) {
      assertDeliverable(mail)
      const stored = database.run({ text: insertSql, values: [mail.to, JSON.stringify(mail)] })
      pending.add(stored)
      await stored.finally(() => pending.delete(stored))
    },
    async close() {
      await Promise.allSettled(pending)
    },
    list: (to) =>
      to === undefined
        ? emails(`${selectSql} order by id desc`, [])
        : emails(`${selectSql} where recipient = lower(trim($1)) order by id desc`, [to]),
    find: async (id) => (await emails(`${selectSql} where id = $1::bigint`, [String(id)]))[0],
  }
}
