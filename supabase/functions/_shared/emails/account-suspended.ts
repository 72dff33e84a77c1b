/** To a member: the account is suspended, with the reason and what still works. */
import { z } from 'zod'
import { defineTemplate } from './email.ts'
import { noteBlocks } from './order-data.ts'

const schema = z.object({ name: z.string(), reason: z.string() })

export const accountSuspended = defineTemplate(schema, ({ name, reason }) => ({
  subject: 'Your account is suspended',
  preview: 'You cannot order, or write to other members.',
  heading: 'Your account is suspended',
  blocks: [
    {
      kind: 'text',
      text: `${name}, we have suspended your account. You cannot order, write to other members, review, follow or report.`,
    },
    ...noteBlocks('Reason', reason),
    {
      kind: 'text',
      text: 'Your paid orders continue. You can still sign in, see your orders and report a problem with one. You can also export your data or delete your account.',
    },
    { kind: 'text', text: 'If this is a mistake, please reply to this email or contact us.' },
    { kind: 'button', label: 'Contact us', path: '/contact' },
  ],
}))
