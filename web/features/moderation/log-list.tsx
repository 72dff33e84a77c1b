/** The log of administrators' actions, newest first. */
import { ScrollText } from 'lucide-react'
import { relativeAge } from '#domain/relative-age'
import { useNow } from '#platform/clock.ts'
import { EmptyState } from '#ui/empty-state'
import { Skeleton } from '#ui/skeleton'
import { type LogLine, useLog } from './queue.ts'

const tableLabels: Readonly<Partial<Record<string, string>>> = {
  products: 'a product',
  shops: 'a shop',
  reviews: 'a review',
  chat_rooms: 'a conversation',
}

const actionLabels: Readonly<Partial<Record<string, string>>> = {
  hide: 'Hid',
  suspend: 'Suspended',
  restore: 'Restored',
  uphold: 'Upheld the report about',
  dismiss: 'Dismissed the report about',
  read: 'Read',
}

export function LogList({ userId }: { userId: string }) {
  const now = useNow()
  const { data: lines, isError } = useLog(userId)
  if (isError) return <p role="alert">The log could not be loaded. Please try again.</p>
  if (!lines) return <Skeleton shape="card" className="mt-5 h-48" />
  if (lines.length === 0) return <EmptyState icon={ScrollText} title="No actions yet" />
  return (
    <ol className="mt-5 divide-y divide-line rounded-card border border-line bg-card">
      {lines.map((line) => (
        <li key={line.id} className="px-5 py-3">
          <p className="wrap-anywhere">
            {actionLabels[line.action] ?? line.action} {tableLabels[line.table_name] ?? line.table_name}
            {reasonOf(line) && <span className="text-ink-soft">: {reasonOf(line)}</span>}
          </p>
          <p className="mt-0.5 text-sm text-ink-soft wrap-anywhere">
            {line.actor_id === userId ? 'You' : `Account ${line.actor_id ?? 'unknown'}`},{' '}
            <time dateTime={line.happened_at}>{relativeAge(new Date(line.happened_at), now)}</time> · {line.row_id}
          </p>
        </li>
      ))}
    </ol>
  )
}

function reasonOf({ changes }: LogLine): string | null {
  if (typeof changes !== 'object' || changes === null || !('reason' in changes) || !Array.isArray(changes.reason))
    return null
  const reason: unknown = changes.reason[1]
  return typeof reason === 'string' ? reason : null
}
