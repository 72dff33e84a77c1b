/** A conversation: header, price, messages and message form. */
import { ArrowLeft, WifiOff } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useMember } from '#features/account/auth'
import type { Conversation } from '#features/talk/conversation-list'
import { conversationTitle } from '#features/talk/conversation-list'
import { QuotePanel } from '#features/talk/quotes'
import { Link } from '#ui/link'
import { buttonStyle } from '#web/ui/button-style.ts'
import { BlockNotice } from './block-notice.tsx'
import { ConversationMenu } from './conversation-menu.tsx'
import { type Connection, useConversationHeartbeat, useLiveConversation } from './live-conversation.ts'
import { MessageForm } from './message-form.tsx'
import { MessageList } from './message-list.tsx'
import { useOutbox } from './use-outbox.ts'
import { type Presence, usePresence } from './use-presence.ts'

export function ConversationView({ conversation }: { conversation: Conversation }) {
  const ids = { userId: useMember().id, conversationId: conversation.id }
  const connection = useLiveConversation(ids)
  const presence = usePresence(ids, conversation.other.id)
  const { wake, note } = useOutbox(ids)
  useConversationHeartbeat(conversation.id)
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
      aria-label={`Conversation about ${conversationTitle(conversation)}`}
      className="flex min-w-0 flex-col self-stretch rounded-card border border-line bg-card md:max-h-[64rem]"
    >
      <ConversationHeader conversation={conversation} presence={presence} heading={heading} />
      <QuotePanel conversation={conversation} />
      <MessageList conversation={conversation} connection={connection} presence={presence} />
      <ConnectionStatus connection={connection} presence={presence} otherName={conversation.other.name} note={note} />
      <BlockNotice conversation={conversation} input={input}>
        <MessageForm conversation={conversation} presence={presence} input={input} />
      </BlockNotice>
    </section>
  )
}

interface ConversationHeaderProps {
  conversation: Conversation
  presence: Presence
  heading: RefObject<HTMLHeadingElement | null>
}

function ConversationHeader({ conversation, presence, heading }: ConversationHeaderProps) {
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
          {conversation.product ? (
            <Link to={`/product/${conversation.product.id}`} className="hover:text-berry">
              {conversationTitle(conversation)}
            </Link>
          ) : (
            conversationTitle(conversation)
          )}
        </h2>
        <p className="truncate text-sm text-ink-soft">
          {conversation.other.name}
          {presence.isOnline && (
            <span className="text-leaf">
              {' · '}
              <span aria-hidden="true">●</span> Online
            </span>
          )}
        </p>
      </div>
      <ConversationMenu conversation={conversation} />
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
