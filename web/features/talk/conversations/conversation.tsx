/** A conversation: header, price, messages and message form. */
import { ArrowLeft, WifiOff } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useMember } from '#features/account/auth'
import type { Room } from '#features/talk/conversation-list'
import { roomTitle } from '#features/talk/conversation-list'
import { QuotePanel } from '#features/talk/quotes'
import { Link } from '#ui/link'
import { buttonStyle } from '#web/ui/button-style.ts'
import { BlockNotice } from './block-notice.tsx'
import { type Connection, useLiveConversation, useRoomHeartbeat } from './live-conversation.ts'
import { MessageForm } from './message-form.tsx'
import { MessageList } from './message-list.tsx'
import { RoomMenu } from './room-menu.tsx'
import { useOutbox } from './use-outbox.ts'
import { type Presence, usePresence } from './use-presence.ts'

export function Conversation({ room }: { room: Room }) {
  const ids = { userId: useMember().id, roomId: room.id }
  const connection = useLiveConversation(ids)
  const presence = usePresence(ids, room.other.id)
  const { wake, note } = useOutbox(ids)
  useRoomHeartbeat(room.id)
  const input = useRef<HTMLTextAreaElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (connection === 'live') wake()
  }, [connection, wake])
  // On phones the focus goes to the heading: focusing the input would open a keyboard over the messages.
  useEffect(() => {
    const isWide = window.matchMedia('(min-width: 48rem) and (pointer: fine)').matches
    const first = isWide ? input.current : heading.current
    first?.focus({ preventScroll: true })
  }, [])
  return (
    <section
      aria-label={`Conversation about ${roomTitle(room)}`}
      className="flex min-w-0 flex-col self-stretch rounded-card border border-line bg-card md:max-h-[64rem]"
    >
      <RoomHeader room={room} presence={presence} heading={heading} />
      <QuotePanel room={room} />
      <MessageList room={room} connection={connection} presence={presence} />
      <ConnectionStatus connection={connection} presence={presence} otherName={room.other.name} note={note} />
      <BlockNotice room={room} input={input}>
        <MessageForm room={room} presence={presence} input={input} />
      </BlockNotice>
    </section>
  )
}

interface RoomHeaderProps {
  room: Room
  presence: Presence
  heading: RefObject<HTMLHeadingElement | null>
}

function RoomHeader({ room, presence, heading }: RoomHeaderProps) {
  return (
    <header className="flex items-center gap-2 border-b border-line px-4 py-3 sm:px-6">
      <Link
        to="/messages"
        aria-label="All messages"
        className={buttonStyle({ variant: 'quiet', size: 'icon', className: '-ml-3 shrink-0 md:hidden' })}
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
      </Link>
      <div className="min-w-0 grow">
        <h2 ref={heading} tabIndex={-1} className="truncate text-lg leading-snug outline-none">
          {room.product ? (
            <Link to={`/product/${room.product.id}`} className="hover:text-berry">
              {roomTitle(room)}
            </Link>
          ) : (
            roomTitle(room)
          )}
        </h2>
        <p className="truncate text-sm text-ink-soft">
          {room.other.name}
          {presence.isOnline && (
            <span className="text-leaf">
              {' · '}
              <span aria-hidden="true">●</span> Online
            </span>
          )}
        </p>
      </div>
      <RoomMenu room={room} />
    </header>
  )
}

/** Shows that the connection is lost, that the other member is typing, or a note of the outbox. */
interface ConnectionStatusProps {
  connection: Connection
  presence: Presence
  otherName: string
  note: string | null
}

function ConnectionStatus({ connection, presence, otherName, note }: ConnectionStatusProps) {
  const isLost = connection === 'lost'
  return (
    <p role="status" className="flex min-h-6 items-center gap-2 px-4 text-sm text-ink-soft sm:px-6">
      {isLost && <WifiOff aria-hidden="true" className="size-4 shrink-0" />}
      {isLost
        ? 'You are offline. Your messages will be sent when the connection is back.'
        : (note ?? (presence.isTyping ? `${otherName} is typing…` : ''))}
    </p>
  )
}
