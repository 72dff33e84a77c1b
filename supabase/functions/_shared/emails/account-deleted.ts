/** To whoever has left: the last letter. */
import { z } from 'zod'
import { defineTemplate } from './email.ts'

const schema = z.object({ name: z.string() })

export const accountDeleted = defineTemplate(schema, ({ name }, context) => ({
  subject: `Your ${context.name} account is deleted`,
  preview: 'Goodbye, and thank you.',
  heading: 'Your account is deleted',
  blocks: [
    {
      kind: 'text',
      text: `${name}, your account, your addresses, messages, favourites and pictures are gone. Shops keep orders for their books, without your name and address.`,
    },
    {
      kind: 'text',
      text: 'This is our last letter to you. If it was not you who deleted the account, please answer it: somebody else has had your password.',
    },
  ],
  ...(context.supportEmail ? { replyTo: context.supportEmail } : {}),
}))
