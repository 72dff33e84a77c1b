/** To a shop's owner: it is hidden, why, and what they can still do. */
import { z } from 'zod'
import { defineTemplate } from './email.ts'
import { noteBlocks } from './order-data.ts'

const schema = z.object({ shop: z.string(), reason: z.string().nullish() })

export const shopSuspended = defineTemplate(schema, ({ shop, reason }) => ({
  subject: `${shop} is suspended`,
  preview: 'Nobody sees your shop, and nobody can order from it.',
  heading: 'Your shop is suspended',
  blocks: [
    {
      kind: 'text',
      text: `We have hidden ${shop} and everything in it: nobody sees it, and nobody can order from it.`,
    },
    ...noteBlocks('Why', reason ?? null),
    {
      kind: 'text',
      text: 'Orders that are paid can still be made and handed over, or cancelled and refunded. If this is a mistake, or once it is put right, answer this letter or write to us.',
    },
    { kind: 'button', label: 'Write to us', path: '/contact' },
  ],
}))
