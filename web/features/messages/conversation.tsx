/** One conversation: what it is about, how its price stands, what was said, and a line to say more. */
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import type { SessionUser } from '#features/auth'
import { buttonStyle } from '#web/ui/button-style.ts'
import { MessageForm } from './message-form.tsx'
import { MessageList } from './message-list.tsx'
import { QuotePanel } from './quote-panel.tsx'
import { roomTitle } from './room-list.tsx'
import type { Room } from './rooms.ts'

export interface ConversationProps {
  room: Room
  user: SessionUser
}

export function Conversation({ room, user }: ConversationProps) {
  return (
    <section
      aria-label={`Conversation about ${roomTitle(room)}`}
      className="flex flex-col rounded-2xl border border-line bg-card"
    >
      <RoomHeader room={room} />
      <QuotePanel room={room} user={user} />
      <MessageList room={room} user={user} />
      <MessageForm room={room} user={user} />
    </section>
  )
}

function RoomHeader({ room }: { room: Room }) {
  return (
    <header className="flex items-center gap-2 border-b border-line p-4 sm:px-6">
      <Link
        to="/messages"
        aria-label="All messages"
        className={buttonStyle({ variant: 'quiet', size: 'icon', className: '-ml-2 md:hidden' })}
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
      </Link>
      <h2 className="min-w-0 grow text-lg leading-snug wrap-anywhere">
        {room.product ? (
          <Link to={`/product/${room.product.id}`} className="hover:text-berry">
            {roomTitle(room)}
          </Link>
        ) : (
          roomTitle(room)
        )}
      </h2>
    </header>
  )
}
