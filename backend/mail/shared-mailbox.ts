/** The development mailbox of several processes: the latest letters in a table of the database they share. */
import { z } from 'zod'
import type { Database } from '#backend/database/database'
import { capacity, type Letter, linksOf, type Mailbox } from './mailbox.ts'
import { assertDeliverable } from './mailer.ts'

const letterSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z.array(z.object({ filename: z.string(), contentType: z.string(), content: z.string() })).optional(),
})

const keeping = `with kept as (insert into backend.mailbox_letters (recipient, letter) values (lower($1), $2::json) returning id)
  delete from backend.mailbox_letters where id <= (select id from kept) - ${capacity}`
const reading = 'select id, letter, received_at from backend.mailbox_letters'

export function createSharedMailbox(database: Database): Mailbox {
  const underWay = new Set<Promise<unknown>>()

  const letters = async (text: string, values: string[]): Promise<Letter[]> => {
    // What was handed over here is seen here.
    await Promise.allSettled(underWay)
    const { rows } = await database.run({ text, values })
    return rows.map(([id, letter, receivedAt]) => {
      const mail = letterSchema.parse(JSON.parse(letter ?? ''))
      return { ...mail, links: linksOf(mail), id: Number(id), receivedAt: new Date(receivedAt ?? '') }
    })
  }

  return {
    async send(mail) {
      assertDeliverable(mail)
      const kept = database.run({ text: keeping, values: [mail.to, JSON.stringify(mail)] })
      underWay.add(kept)
      await kept.finally(() => underWay.delete(kept))
    },
    async close() {
      await Promise.allSettled(underWay)
    },
    list: (to) =>
      to === undefined
        ? letters(`${reading} order by id desc`, [])
        : letters(`${reading} where recipient = lower(trim($1)) order by id desc`, [to]),
    find: async (id) => (await letters(`${reading} where id = $1::bigint`, [String(id)]))[0],
  }
}
