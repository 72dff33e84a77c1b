/** To whoever has left messages unread: that somebody waits for them. What was said stays in the conversation, behind a sign-in. */
import { z } from 'zod'
import { template } from './letter.ts'

const room = z.object({
  id: z.uuid(),
  with: z.string(),
  about: z.string().nullable(),
  count: z.number().int().positive(),
})
const facts = z.object({ rooms: z.tuple([room], room) })

const inWords = (count: number) => `${count} unread message${count === 1 ? '' : 's'}`

export const unreadMessages = template(facts, ({ rooms }) => {
  const [first, ...others] = rooms
  const count = rooms.reduce((sum, room) => sum + room.count, 0)
  const who = others.length === 0 ? first.with : `${rooms.length} people`
  return {
    subject: `${inWords(count)} from ${who}`,
    preview: `${first.with} is waiting for your answer.`,
    heading: `You have ${inWords(count)}`,
    blocks: [
      ...rooms.map((room) => ({
        kind: 'heading' as const,
        text: room.with,
        path: `/messages?room=${room.id}`,
        note: [room.about, inWords(room.count)].filter(Boolean).join(' · '),
      })),
      {
        kind: 'button',
        label: others.length === 0 ? 'Read and answer' : 'Open your messages',
        path: others.length === 0 ? `/messages?room=${first.id}` : '/messages',
      },
    ],
  }
})
