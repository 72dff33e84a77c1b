/** To a member: the account is no longer suspended. */
import { z } from 'zod'
import { defineTemplate } from './email.ts'

const schema = z.object({ name: z.string() })

export const accountRestored = defineTemplate(schema, ({ name }) => ({
  subject: 'Your account is no longer suspended',
  preview: 'You can order and write to other members again.',
  heading: 'Your account is no longer suspended',
  blocks: [
    { kind: 'text', text: `${name}, you can order and write to other members again.` },
    { kind: 'button', label: 'Open Tuckbox', path: '/' },
  ],
}))
