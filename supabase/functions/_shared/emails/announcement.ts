/** To a follower who agreed to a shop's emails: an announcement. */
import { z } from 'zod'
import { defineTemplate } from './email.ts'

const schema = z.object({
  shop: z.string(),
  title: z.string(),
  text: z.string(),
  path: z.string(),
  product: z.object({ id: z.string(), name: z.string() }).nullable(),
  unsubscribe_token: z.string(),
})

export const announcement = defineTemplate(
  schema,
  ({ shop, title, text, path, product, unsubscribe_token: token }) => ({
    subject: `${shop}: ${title}`,
    preview: text,
    heading: title,
    blocks: [
      { kind: 'text', text: `${shop} writes:` },
      { kind: 'text', text },
      product
        ? { kind: 'button', label: `See ${product.name}`, path: `/product/${product.id}` }
        : { kind: 'button', label: `Visit ${shop}`, path },
    ],
    unsubscribe: { token, reason: `You follow ${shop} and asked for its announcements by email.` },
  }),
)
