/** To a member with unread messages: who wrote, without the messages, which only a signed-in member may read. */
import { z } from 'zod'
import { defineTemplate } from './email.ts'

const conversation = z.object({
  id: z.uuid(),
  with: z.string(),
  about: z.string().nullable(),
  count: z.number().int().positive(),
})
const schema = z.object({ rooms: z.tuple([conversation], conversation) })

const countText = (count: number) => `${count} unread message${count === 1 ? '' : 's'}`

export const unreadMessages = defineTemplate(schema, ({ rooms }) => {
  const [first, ...others] = rooms
  const count = rooms.reduce((sum, conversation) => sum + conversation.count, 0)
  const who = others.length === 0 ? first.with : `${rooms.length} people`
  return {
    subject: `${countText(count)} from ${who}`,
    preview: `${first.with} is waiting for your reply.`,
    heading: `You have ${countText(count)}`,
    blocks: [
      ...rooms.map((conversation) => ({
        kind: 'heading' as const,
        text: conversation.with,
        path: `/messages?room=${conversation.id}`,
        note: [conversation.about, countText(conversation.count)].filter(Boolean).join(' · '),
      })),
      {
        kind: 'button',
        label: others.length === 0 ? 'Read and reply' : 'Open your messages',
        path: others.length === 0 ? `/messages?room=${first.id}` : '/messages',
      },
    ],
  }
})
