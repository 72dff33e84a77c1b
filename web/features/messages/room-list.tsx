/** The conversations to choose from, each by its product and the state of its price. */
import { Link } from 'react-router'
import { formatPence, toPence } from '#domain/money'
import { Picture } from '#ui/picture'
import type { Room } from './rooms.ts'

export function RoomList({ rooms, openId }: { rooms: readonly Room[]; openId: string | null }) {
  return (
    <ul aria-label="Conversations" className="flex flex-col gap-1">
      {rooms.map((room) => (
        <li key={room.id}>
          <Link
            to={`?room=${room.id}`}
            aria-current={room.id === openId ? 'true' : undefined}
            className="flex items-center gap-4 rounded-2xl p-3 transition-colors hover:bg-ink/5 aria-[current]:bg-berry-pale"
          >
            <span className="w-16 shrink-0 overflow-hidden rounded-xl">
              <Picture source={room.product?.image} alt="" sizes="4rem" />
            </span>
            <span className="min-w-0">
              <span className="line-clamp-2 font-semibold wrap-anywhere">{roomTitle(room)}</span>
              <span className="block text-sm text-ink-soft">{quoteLabel(room)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function roomTitle({ product }: Room): string {
  return product?.name ?? 'A product no longer on sale'
}

export function quoteLabel({ price_quote }: Room): string {
  return price_quote === null ? 'Awaiting price quote' : `Price quoted: ${formatPence(toPence(price_quote))}`
}
