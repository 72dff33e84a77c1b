/** To a shop's owner: the shop is suspended, with the reason and the next steps. */
import { z } from 'zod'
import { defineTemplate } from './email.ts'
import { noteBlocks } from './order-data.ts'

const schema = z.object({ shop: z.string(), reason: z.string().nullish() })

export const shopSuspended = defineTemplate(schema, ({ shop, reason }) => ({
  subject: `${shop} is suspended`,
  preview: 'Your shop is hidden, and nobody can order from it.',
  heading: 'Your shop is suspended',
  blocks: [
    {
      kind: 'text',
      text: `We have hidden ${shop} and its products. Nobody else can see them or order from the shop.`,
    },
    ...noteBlocks('Reason', reason ?? null),
    {
      kind: 'text',
      text: 'You can still complete paid orders, or cancel and refund them. If this is a mistake, or once you have resolved it, please reply to this email or contact us.',
    },
    { kind: 'button', label: 'Contact us', path: '/contact' },
  ],
}))
