/** To a shop's owner: its suspension is over. */
import { z } from 'zod'
import { defineTemplate } from './email.ts'

const schema = z.object({ shop: z.string() })

export const shopRestored = defineTemplate(schema, ({ shop }) => ({
  subject: `${shop} is open again`,
  preview: 'Your shop is back in every list.',
  heading: 'Your shop is open again',
  blocks: [
    {
      kind: 'text',
      text: `${shop} is back in every list, and people can order from it. Thank you for putting things right.`,
    },
    { kind: 'button', label: 'Open your shop', path: '/seller/dashboard' },
  ],
}))
