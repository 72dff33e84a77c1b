/** Failed work by kind: what failed, why, and a button that tries it again. */
import { CircleCheck } from 'lucide-react'
import { useRef } from 'react'
import { formatPounds } from '#domain/values/money'
import { relativeAge } from '#domain/values/relative-age'
import { useNow } from '#platform/clock.ts'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Link } from '#ui/link'
import { Loaded } from '#ui/loaded'
import { Skeleton } from '#ui/skeleton'
import { type FailedItem, type FailedKind, failedKinds, useFailedWork, useRetryWork } from './failed-work.ts'

const kindTitles: Readonly<Record<FailedKind, string>> = {
  job: 'Jobs',
  missing_job: 'Jobs that are not scheduled',
  overdue: 'Overdue',
  dispute: 'Disputes',
  refund: 'Refunds',
  transfer: 'Transfers to shops',
  payment_event: 'Events of the payment provider',
  email: 'Emails',
  push: 'Push messages',
  picture: 'Picture imports',
}

/** What to do where no button helps. */
const hints: Readonly<Partial<Record<FailedKind, string>>> = {
  missing_job: 'It is missing, changed or switched off. Please run private.schedule_jobs().',
  overdue: 'Nothing has tried this for 15 minutes. Please check the logs and the settings of this function.',
  refund: 'The provider refused it for good. The shop can refund the order again.',
  payment_event: 'It waits for its payment. Please compare the payment at the provider.',
}
/** A payment that came too late or twice belongs to no order, so no shop can refund it. */
const paymentHint = 'The provider refused it for good. Please refund the payment at the provider.'

const openDisputeHint =
  'A bank contests the payment. Please answer at the payment provider in time. Transfers to the shop wait until it is won.'
const lostDisputeHint = 'The buyer has the money back. Transfers of the payment that were not sent stay unsent.'

function hintOf({ kind, what, order_number: order, can_retry: canRetry }: FailedItem): string | undefined {
  if (canRetry) return undefined
  if (kind === 'dispute') return what === 'open' ? openDisputeHint : lostDisputeHint
  return kind === 'refund' && order === null ? paymentHint : hints[kind]
}

export function FailedList({ userId }: { userId: string }) {
  const query = useFailedWork(userId)
  const retry = useRetryWork(userId)
  const head = useRef<HTMLParagraphElement>(null)

  function tryAgain(kind: FailedKind, id: string | null): void {
    retry.mutate({ kind, id }, { onSuccess: () => head.current?.focus() })
  }
  const isBusy = (kind: FailedKind, id: string | null) =>
    retry.isPending && retry.variables.kind === kind && retry.variables.id === id

  const loading = <Skeleton shape="card" className="h-48" />
  return (
    <Loaded query={query} failed="Failed work could not be loaded" loading={loading}>
      {(failed) => (
        <>
          {/* Receives focus after a retry removes the focused line. */}
          <p ref={head} tabIndex={-1} role="status" className="text-ink-soft outline-none">
            {failed.total === 0 ? '' : `${failed.total} failed`}
          </p>
          {failed.total === 0 && <EmptyState icon={CircleCheck} title="Nothing has failed" />}
          {failedKinds.map((kind) => {
            const items = failed.items.filter((item) => item.kind === kind)
            const [first] = items
            if (!first) return null
            const isList = kind !== 'job' && items.filter(({ can_retry }) => can_retry).length > 1
            return (
              <section key={kind} className="mt-6">
                <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  <h2 className="text-xl">{kindTitles[kind]}</h2>
                  {isList && (
                    <Button
                      variant="secondary"
                      size="sm"
                      busy={isBusy(kind, null)}
                      onClick={() => tryAgain(kind, null)}
                    >
                      Try all again
                    </Button>
                  )}
                </div>
                {first.total > items.length && (
                  <p className="mt-1 text-sm text-ink-soft">
                    The latest {items.length} of {first.total}
                  </p>
                )}
                <ul
                  aria-label={kindTitles[kind]}
                  className="mt-2 divide-y divide-line rounded-card border border-line bg-card"
                >
                  {items.map((item) => (
                    <li key={item.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-3">
                      <Facts item={item} />
                      {item.can_retry && (
                        <Button
                          variant="secondary"
                          size="sm"
                          aria-label={`Try again: ${titleOf(item)}`}
                          busy={isBusy(kind, item.id)}
                          onClick={() => tryAgain(kind, item.id)}
                        >
                          Try again
                        </Button>
                      )}
                    </li>
                  ))}
                </ul>
              </section>
            )
          })}
        </>
      )}
    </Loaded>
  )
}

function Facts({ item }: { item: FailedItem }) {
  const { kind, at, attempts, error, next_try_at: next, member_id: member } = item
  const now = useNow()
  const hint = hintOf(item)
  const facts = [
    at && `${kind === 'overdue' ? 'Since ' : ''}${relativeAge(new Date(at), now)}`,
    attempts !== null && kind !== 'overdue' && `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
    next ? nextTry(new Date(next), now) : kind === 'email' && 'no further attempt',
  ]
  return (
    <div className="min-w-0 grow basis-60">
      <p className="font-semibold wrap-anywhere">{titleOf(item)}</p>
      {error && <p className="wrap-anywhere">{kind === 'dispute' ? sentence(error) : error}</p>}
      {hint && <p className="wrap-anywhere">{hint}</p>}
      <p className="mt-0.5 text-sm text-ink-soft">{facts.filter(Boolean).join(' · ')}</p>
      {member && (
        <Link to={`/admin/members/${member}`} className="text-link text-sm">
          Show member
        </Link>
      )}
    </div>
  )
}

function titleOf({ kind, id, what, attempts, amount, order_number: order }: FailedItem): string {
  const sum = amount === null ? '' : `${formatPounds(amount)} `
  const about = order ? `order ${order}` : 'a payment'
  switch (kind) {
    case 'job':
    case 'missing_job':
      return what
    case 'overdue':
      return `${what}: ${attempts}`
    case 'refund':
      return `${sum}of ${about}`
    case 'dispute':
      return `${sum}of ${about}: ${what}`
    case 'transfer':
      return what === 'reversal' ? `${sum}back from the shop, ${about}` : `${sum}to the shop, ${about}`
    case 'payment_event':
      return `${what}: ${id}`
    case 'picture':
      return what === 'gallery'
        ? 'Further picture of a product'
        : `Picture of a ${what === 'product' ? what : `shop: ${what}`}`
    default:
      return sentence(what)
  }
}

/** 'order-shipped' → 'Order shipped' */
const sentence = (name: string) => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll(/[-_]/g, ' ')

function nextTry(at: Date, now: Date): string {
  const minutes = Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 60_000))
  return `next attempt in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}
