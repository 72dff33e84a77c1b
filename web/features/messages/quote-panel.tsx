/** How things stand with the price of a conversation's custom order. */
import type { SessionUser } from '#features/auth'
import { quoteLabel } from './room-list.tsx'
import type { Room } from './rooms.ts'

export function QuotePanel({ room }: { room: Room; user: SessionUser }) {
  return <p className="border-b border-line px-4 py-2.5 text-sm text-ink-soft sm:px-6">{quoteLabel(room)}</p>
}
