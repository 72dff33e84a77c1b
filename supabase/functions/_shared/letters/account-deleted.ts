/** To whoever has left: the last letter. */
import { z } from 'zod'
import { template } from './letter.ts'

const facts = z.object({ name: z.string() })

export const accountDeleted = template(facts, ({ name }, house) => ({
  subject: `Your ${house.name} account is deleted`,
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
  ...(house.supportEmail ? { replyTo: house.supportEmail } : {}),
}))
