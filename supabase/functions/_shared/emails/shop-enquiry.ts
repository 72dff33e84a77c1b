/** To the seller: a message from the shop's contact form. */
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
  heading: `${sender_name} has sent you a message`,
  blocks: [
    { kind: 'text', text: `Sent through the contact form of ${shop_name}:` },
    ...noteBlocks(subject, message),
    {
      kind: 'text',
      text: reply_to
        ? `Reply to this email to answer ${sender_name} at ${reply_to}.`
        : 'The sender left no email address.',
    },
    { kind: 'button', label: 'Open your enquiries', path: link },
  ],
  ...(reply_to ? { replyTo: reply_to } : {}),
}))
