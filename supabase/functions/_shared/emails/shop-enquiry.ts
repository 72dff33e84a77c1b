/** To the seller: somebody has written by the contact form of their shop. */
import { z } from 'zod'
import { defineTemplate } from './email.ts'
import { noteBlocks } from './order-data.ts'

const schema = z.object({
  shop_name: z.string(),
  sender_name: z.string(),
  reply_to: z.string().nullish(),
  subject: z.string(),
  message: z.string(),
  link: z.string().regex(/^\/(?!\/)/),
})

export const shopEnquiry = defineTemplate(schema, ({ shop_name, sender_name, reply_to, subject, message, link }) => ({
  subject: `${sender_name} to ${shop_name}: ${subject}`,
  preview: message,
  heading: `${sender_name} has written to you`,
  blocks: [
    { kind: 'text', text: `By the contact form of ${shop_name}:` },
    ...noteBlocks(subject, message),
    {
      kind: 'text',
      text: reply_to
        ? `Answer this letter, and ${sender_name} gets your answer at ${reply_to}.`
        : 'They left no address to answer to.',
    },
    { kind: 'button', label: 'Open your enquiries', path: link },
  ],
  ...(reply_to ? { replyTo: reply_to } : {}),
}))
