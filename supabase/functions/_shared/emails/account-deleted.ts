/** To a former member: the final email after deleting the account. */
import { z } from 'zod'
import { defineTemplate } from './email.ts'

const schema = z.object({ name: z.string() })

export const accountDeleted = defineTemplate(schema, ({ name }, context) => ({
  subject: `Your ${context.name} account has been deleted`,
  preview: 'Goodbye, and thank you.',
  heading: 'Your account has been deleted',
  blocks: [
    {
      kind: 'text',
      text: `${name}, we have deleted your account with your addresses, messages, favourites and pictures. Shops keep your orders for their records, without your name and address.`,
    },
    {
      kind: 'text',
      text: 'This is the last email we will send you. If you did not delete the account yourself, please reply to this email, because someone else knows your password.',
    },
  ],
  ...(context.supportEmail ? { replyTo: context.supportEmail } : {}),
}))
