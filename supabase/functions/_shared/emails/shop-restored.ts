/** To a shop's owner: the shop is no longer suspended. */
import { z } from 'zod'
import { defineTemplate } from './email.ts'

const schema = z.object({ shop: z.string() })

export const shopRestored = defineTemplate(schema, ({ shop }) => ({
  subject: `${shop} is open again`,
  preview: 'Your shop is visible again.',
  heading: 'Your shop is open again',
  blocks: [
    {
      kind: 'text',
      text: `${shop} is visible again, and shoppers can order from it. Thank you for resolving this.`,
    },
    { kind: 'button', label: 'Open your shop', path: '/seller/dashboard' },
  ],
}))
