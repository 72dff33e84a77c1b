/** Shows that the connection is lost, that the other member is typing, or a note of the outbox. */
import { WifiOff } from 'lucide-react'
import type { Connection } from './live-conversation.ts'
import type { Presence } from './use-presence.ts'

export interface ConnectionStatusProps {
  connection: Connection
  presence: Presence
  otherName: string
  /** The note of the outbox. */
  note: string | null
}

export function ConnectionStatus({ connection, presence, otherName, note }: ConnectionStatusProps) {
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
