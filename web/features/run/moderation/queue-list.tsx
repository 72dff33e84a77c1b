/** The moderation queue: one card per reported item, optionally of one kind. */
import { Inbox } from 'lucide-react'
import { useRef } from 'react'
import { useUrlParameters, withParameter } from '#platform/url-parameters.ts'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { LoadFailed } from '#ui/load-failed'
import { Select } from '#ui/select'
import { Skeleton } from '#ui/skeleton'
import { type QueueState, useQueue } from './queue.ts'
import { QueueCard } from './queue-card.tsx'

const kinds = [
  { value: '', label: 'All kinds' },
  { value: 'product', label: 'Products' },
  { value: 'shop', label: 'Shops' },
  { value: 'review', label: 'Reviews' },
  { value: 'conversation', label: 'Conversations' },
  { value: 'announcement', label: 'Announcements' },
]

export function QueueList({ userId, state }: { userId: string; state: QueueState }) {
  const [params, change] = useUrlParameters()
  const subject = kinds.find(({ value }) => value !== '' && value === params.get('kind'))?.value ?? null
  const head = useRef<HTMLParagraphElement>(null)
  const { shown, isLoadingMore, hasFailed, retry, showMore } = useQueue(userId, state, subject)

  const choose = (kind: string) => change((latest) => withParameter(latest, 'kind', kind || null))

  return (
    <div className="pt-5">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <Select label="Show" options={kinds} value={subject ?? ''} onValueChange={choose} className="w-52" />
        {/* Receives focus after a decision removes the focused card. */}
        <p ref={head} tabIndex={-1} role="status" className="flex min-h-11 items-center text-ink-soft outline-none">
          {shown &&
            `${shown.total} ${shown.total === 1 ? 'item' : 'items'} ${state === 'open' ? 'to review' : 'decided'}`}
        </p>
      </div>
      {!shown ? (
        hasFailed ? (
          <LoadFailed title="The reports could not be loaded" retry={retry} />
        ) : (
          <Skeleton shape="card" className="h-48" />
        )
      ) : shown.items.length === 0 ? (
        <EmptyState icon={Inbox} title={state === 'open' ? 'Nothing to review' : 'No decisions yet'} />
      ) : (
        <ul className="space-y-4">
          {shown.items.map((item) => (
            <li key={`${item.subject} ${item.id}`}>
              <QueueCard item={item} isOpen={state === 'open'} onDone={() => head.current?.focus()} />
            </li>
          ))}
        </ul>
      )}
      {shown && shown.next !== null && (
        <Button variant="secondary" busy={isLoadingMore} onClick={showMore} className="mt-5 w-full">
          Show more
        </Button>
      )}
    </div>
  )
}
