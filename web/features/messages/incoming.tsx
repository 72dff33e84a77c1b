/** Says to screen readers what the other person writes while the conversation is open, and nothing of what was there before. */
import { useState } from 'react'
import { compareMessages } from './chat-message.ts'
import type { Room } from './rooms.ts'
import { newestOf, type Thread } from './thread.ts'

/** More of them only at once after a lost connection; the rest is in the list. */
const mostSaid = 5

export function Incoming({ thread, room }: { thread: Thread; room: Room }) {
  const [before] = useState(() => newestOf(thread))
  const messages = thread.chunks.at(-1)?.messages ?? []
  const said = messages.filter(
    (message) => message.sender_id === room.other.id && (!before || compareMessages(message, before) > 0),
  )
  return (
    <div aria-live="polite" className="sr-only">
      {said.slice(-mostSaid).map(({ id, type, content }) => (
        <p key={id}>{type === 'system' ? content : `${room.other.name}: ${content || 'Picture'}`}</p>
      ))}
    </div>
  )
}
