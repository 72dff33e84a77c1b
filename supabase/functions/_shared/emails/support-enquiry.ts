/** To support: somebody has filled in the contact page. */
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
  heading: `${sender_name} has written to us`,
  blocks: [
    ...noteBlocks(subject, message),
    {
      kind: 'text',
      text: reply_to
        ? `Answer this letter, and ${sender_name} gets your answer at ${reply_to}.`
        : 'They left no address to answer to.',
    },
  ],
  ...(reply_to ? { replyTo: reply_to } : {}),
}))
