/** To support: a message from the contact page. */
import { z } from 'zod'
import { defineTemplate } from './email.ts'
import { noteBlocks } from './order-data.ts'

const schema = z.object({
  sender_name: z.string(),
  reply_to: z.string().nullish(),
  subject: z.string(),
  message: z.string(),
})

export const supportEnquiry = defineTemplate(schema, ({ sender_name, reply_to, subject, message }, { name }) => ({
  subject: `${sender_name} to ${name}: ${subject}`,
  preview: message,
  heading: `${sender_name} has sent us a message`,
  blocks: [
    ...noteBlocks(subject, message),
    {
      kind: 'text',
      text: reply_to
        ? `Reply to this email to answer ${sender_name} at ${reply_to}.`
        : 'The sender left no email address.',
    },
  ],
  ...(reply_to ? { replyTo: reply_to } : {}),
}))
