/** To a member with unread messages: who wrote, without the messages, which only a signed-in member may read. */
import { z } from 'zod'
import { defineTemplate } from './email.ts'

const room = z.object({
  id: z.uuid(),
  with: z.string(),
  about: z.string().nullable(),
  count: z.number().int().positive(),
})
const schema = z.object({ rooms: z.tuple([room], room) })

const countText = (count: number) => `${count} unread message${count === 1 ? '' : 's'}`

export const unreadMessages = defineTemplate(schema, ({ rooms }) => {
  const [first, ...others] = rooms
  const count = rooms.reduce((sum, room) => sum + room.count, 0)
  const who = others.length === 0 ? first.with : `${rooms.length} people`
  return {
    subject: `${countText(count)} from ${who}`,
    preview: `${first.with} is waiting for your reply.`,
    heading: `You have ${countText(count)}`,
    blocks: [
      ...rooms.map((room) => ({
        kind: 'heading' as const,
        text: room.with,
        path: `/messages?room=${room.id}`,
        note: [room.about, countText(room.count)].filter(Boolean).join(' · '),
      })),
      {
        kind: 'button',
        label: others.length === 0 ? 'Read and reply' : 'Open your messages',
        path: others.length === 0 ? `/messages?room=${first.id}` : '/messages',
      },
    ],
  }
})
