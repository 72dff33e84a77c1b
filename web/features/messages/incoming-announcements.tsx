/** Announces new messages of the other member to screen readers while the conversation is open. */
import { useState } from 'react'
import { compareMessages } from './chat-message.ts'
import type { Room } from './rooms.ts'
import { newestMessage, type Thread } from './thread.ts'

/** Many arrive at once only after a lost connection. */
const maxAnnounced = 5

export function IncomingAnnouncements({ thread, room }: { thread: Thread; room: Room }) {
  const [lastShown] = useState(() => newestMessage(thread))
  const messages = thread.chunks.at(-1)?.messages ?? []
  const received = messages.filter(
    (message) => message.sender_id === room.other.id && (!lastShown || compareMessages(message, lastShown) > 0),
  )
  return (
    <div aria-live="polite" className="sr-only">
      {received.slice(-maxAnnounced).map(({ id, type, content }) => (
        <p key={id}>{type === 'system' ? content : `${room.other.name}: ${content || 'Picture'}`}</p>
      ))}
    </div>
  )
}
