/** The problems with orders that wait for an administrator. */
import { Inbox } from 'lucide-react'
import { useRef, useState } from 'react'
import { toPence } from '#domain/values/money'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { EmptyState } from '#ui/empty-state'
import { lazyDialog } from '#ui/lazy-dialog'
import { LoadFailed } from '#ui/load-failed'
import { Skeleton } from '#ui/skeleton'
import { ProblemFacts } from './problem-facts.tsx'
import { type QueuedProblem, useProblemQueue } from './problems.ts'

const DecideDialog = lazyDialog(() => import('./outcome-dialog.tsx').then((module) => module.DecideDialog))

export function ProblemQueue({ userId }: { userId: string }) {
  const { shown, isLoadingMore, hasFailed, retry, showMore } = useProblemQueue(userId)
  const head = useRef<HTMLParagraphElement>(null)
  return (
    <div className="pt-5">
      {/* Receives focus after a decision removes the focused card. */}
      <p ref={head} tabIndex={-1} role="status" className="mb-5 flex min-h-11 items-center text-ink-soft outline-none">
        {shown && `${shown.total} ${shown.total === 1 ? 'problem' : 'problems'} to review`}
      </p>
      {!shown ? (
        hasFailed ? (
          <LoadFailed title="The problems could not be loaded" retry={retry} />
        ) : (
          <Skeleton shape="card" className="h-48" />
        )
      ) : shown.items.length === 0 ? (
        <EmptyState icon={Inbox} title="Nothing to review" />
      ) : (
        <ul className="space-y-4">
          {shown.items.map((problem) => (
            <li key={problem.id}>
              <ProblemCard problem={problem} onDecided={() => head.current?.focus()} />
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

function ProblemCard({ problem, onDecided }: { problem: QueuedProblem; onDecided: () => void }) {
  const [isOpen, setOpen] = useState(false)
  function close(): void {
    setOpen(false)
    onDecided()
  }
  return (
    <Card>
      <article aria-label={`Order ${problem.order_number}`}>
        <p className="flex flex-wrap items-center gap-2">
          {problem.kind === 'allergen' && <Badge tone="alarm">Allergen</Badge>}
          {problem.state !== 'escalated' && <Badge tone="neutral">The shop is answering</Badge>}
        </p>
        <h2 className="mt-2 text-xl wrap-anywhere">Order {problem.order_number}</h2>
        <p className="mt-1 mb-3 text-sm text-ink-soft wrap-anywhere">
          {problem.buyer} bought {problem.items} from {problem.shop}
        </p>
        <ProblemFacts problem={problem} />
        {problem.state === 'escalated' && (
          <Button variant="secondary" size="sm" onClick={() => setOpen(true)} className="mt-4">
            Decide
          </Button>
        )}
        <DecideDialog problemId={problem.id} leftPence={toPence(problem.refundable)} open={isOpen} onClose={close} />
      </article>
    </Card>
  )
}
