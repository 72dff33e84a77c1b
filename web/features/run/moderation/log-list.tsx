/** The log of administrators' actions, newest first. */
import { ScrollText } from 'lucide-react'
import { relativeAge } from '#domain/values/relative-age'
import { useNow } from '#platform/clock.ts'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { LoadFailed } from '#ui/load-failed'
import { Skeleton } from '#ui/skeleton'
import { type LogLine, useLog } from './log.ts'

const tableLabels: Readonly<Partial<Record<string, string>>> = {
  products: 'a product',
  shops: 'a shop',
  reviews: 'a review',
  chat_rooms: 'a conversation',
  announcements: 'an announcement',
  order_problems: 'a problem with an order',
  profiles: 'a member',
  users: 'an account',
  settings: 'the settings',
  jobs: 'a job',
  outbox: 'an email',
  refunds: 'a refund',
  transfers: 'a transfer',
  pushes: 'a push message',
  picture_imports: 'a picture import',
}

const actionLabels: Readonly<Partial<Record<string, string>>> = {
  hide: 'Hid',
  suspend: 'Suspended',
  restore: 'Restored',
  uphold: 'Upheld the report about',
  dismiss: 'Dismissed the report about',
  read: 'Read',
  decide: 'Decided about',
  verify: 'Verified the hygiene rating of',
  look_up: 'Looked up',
  grant: 'Gave the role of an administrator to',
  revoke: 'Took the role of an administrator from',
  update: 'Changed',
  retry: 'Retried',
}

export function LogList({ userId }: { userId: string }) {
  const { shown, isLoadingMore, hasFailed, retry, showMore } = useLog(userId)
  if (!shown)
    return hasFailed ? (
      <LoadFailed title="The log could not be loaded" retry={retry} />
    ) : (
      <Skeleton shape="card" className="mt-5 h-48" />
    )
  if (shown.items.length === 0) return <EmptyState icon={ScrollText} title="No actions yet" />
  return (
    <>
      <ol
        aria-label="Actions of administrators"
        className="mt-5 divide-y divide-line rounded-card border border-line bg-card"
      >
        {shown.items.map((line) => (
          <li key={line.id} className="px-5 py-3">
            <Line line={line} />
          </li>
        ))}
      </ol>
      {shown.next !== null && (
        <Button variant="secondary" busy={isLoadingMore} onClick={showMore} className="mt-5 w-full">
          Show more
        </Button>
      )}
    </>
  )
}

function Line({
  line: { action, actor, happened_at: at, reason, row_id: id, subject, table_name: table },
}: {
  line: LogLine
}) {
  const now = useNow()
  return (
    <>
      <p className="wrap-anywhere">
        {actionLabels[action] ?? action} {tableLabels[table] ?? table}
        {subject && `, ${subject}`}
        {reason && <span className="text-ink-soft">: {reason}</span>}
      </p>
      <p className="mt-0.5 text-sm text-ink-soft wrap-anywhere">
        {actor}, <time dateTime={at}>{relativeAge(new Date(at), now)}</time>
        {id && ` · ${id}`}
      </p>
    </>
  )
}
