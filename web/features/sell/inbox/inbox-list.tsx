/** The orders of the inbox; unfinished ones are grouped by due day. */
import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, ClipboardList, WifiOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { londonTime } from '#domain/values/calendar'
import { EmptyState } from '#ui/empty-state'
import { Link } from '#ui/link'
import { LinkButton } from '#ui/link-button'
import { LoadFailed } from '#ui/load-failed'
import { Notice } from '#ui/notice'
import { Loading, Skeleton } from '#ui/skeleton'
import { buttonStyle } from '#web/ui/button-style.ts'
import { classNames } from '#web/ui/class-names.ts'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { groupByDueDay } from './due-text.ts'
import type { InboxOrder, OrderInbox } from './inbox.ts'
import { hasDayFilter, type InboxParameters, inboxTabs, inboxUrl } from './inbox-parameters.ts'
import { InboxRow } from './inbox-row.tsx'

interface InboxListProps {
  parameters: InboxParameters
  inbox: UseQueryResult<OrderInbox>
  isNew: (order: InboxOrder) => boolean
}

export function InboxList({ parameters, inbox, isNew }: InboxListProps) {
  const { data, isError, isPlaceholderData, fetchStatus, dataUpdatedAt, refetch } = inbox
  const list = useFocusRestoration(data?.orders.length ?? 0, parameters.order)
  if (!data)
    return isError ? (
      <LoadFailed title="The orders could not be loaded" retry={() => void refetch()} />
    ) : (
      <InboxLoading />
    )
  const groups = hasDayFilter(parameters.tab)
    ? groupByDueDay(data.orders, data.today)
    : [{ heading: '', isLate: false, orders: data.orders }]
  return (
    <>
      {(isError || fetchStatus === 'paused') && <OfflineNotice since={new Date(dataUpdatedAt)} />}
      {data.orders.length === 0 && <EmptyInbox parameters={parameters} counts={data.counts} />}
      <div
        ref={list}
        tabIndex={-1}
        className={classNames('grid gap-7 outline-none transition-opacity', isPlaceholderData && 'opacity-60')}
      >
        {groups.map(({ heading, isLate, orders }) => (
          <section key={heading} aria-label={heading || undefined}>
            {heading && (
              <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
                <h2 className={classNames('text-xl', isLate && 'text-alarm-deep')}>{heading}</h2>
                {!isLate && orders[0] && (
                  <Link to={`/seller/orders/${orders[0].due_at.slice(0, 10)}/labels`} className="text-link py-1">
                    Print all labels
                  </Link>
                )}
              </div>
            )}
            {orders.length > 0 && (
              <ul aria-label={heading ? `Orders: ${heading}` : 'Orders'} className="grid gap-3">
                {orders.map((order) => (
                  <li key={order.id}>
                    <InboxRow order={order} parameters={parameters} today={data.today} isNew={isNew(order)} />
                  </li>
                ))}
              </ul>
            )}
          </section>
        ))}
      </div>
      <Pages parameters={parameters} next={data.next} />
    </>
  )
}

/** Restores focus after an order leaves the list with its pressed button, and after the open order is closed. */
function useFocusRestoration(count: number, open: string | null) {
  const list = useRef<HTMLDivElement>(null)
  const before = useRef({ count, open })
  useEffect(() => {
    if (count < before.current.count) restoreFocus(list.current)
    if (open === null && before.current.open)
      restoreFocus(list.current?.querySelector(`a[href*="${before.current.open}"]`))
    before.current = { count, open }
  }, [count, open])
  return list
}

function Pages({ parameters, next }: { parameters: InboxParameters; next: string | null }) {
  if (next === null && parameters.after === null) return null
  const linkStyle = buttonStyle({ variant: 'secondary' })
  return (
    <nav aria-label="Pages of orders" className="mt-6 flex flex-wrap justify-between gap-3">
      {parameters.after !== null && (
        <Link to={inboxUrl({ ...parameters, after: null, order: null })} className={linkStyle}>
          <ChevronLeft aria-hidden="true" className="size-5" />
          First page
        </Link>
      )}
      {next !== null && (
        <Link to={inboxUrl({ ...parameters, after: next, order: null })} className={classNames(linkStyle, 'ml-auto')}>
          Next page
          <ChevronRight aria-hidden="true" className="size-5" />
        </Link>
      )}
    </nav>
  )
}

/** The empty states: no orders at all, none in this tab, or no search matches, with links to matches in other tabs. */
function EmptyInbox({ parameters, counts }: { parameters: InboxParameters; counts: OrderInbox['counts'] }) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const isFiltered = parameters.text !== '' || parameters.day !== null || parameters.after !== null
  if (total === 0 && !isFiltered) {
    return (
      <EmptyState
        icon={ClipboardList}
        title="No orders yet"
        actions={<LinkButton to="/seller/dashboard">Seller dashboard</LinkButton>}
      >
        <p>New orders appear here as soon as they are paid.</p>
      </EmptyState>
    )
  }
  const elsewhere = inboxTabs.filter(({ value }) => value !== 'all' && value !== parameters.tab && counts[value] > 0)
  return (
    <EmptyState
      icon={ClipboardList}
      title={
        parameters.text ? 'No orders found' : parameters.tab === 'processing' ? 'Nothing to make' : 'No orders here'
      }
      actions={
        isFiltered && (
          <LinkButton
            variant="secondary"
            to={inboxUrl({ ...parameters, text: '', day: null, after: null })}
            preventScrollReset
          >
            Clear filters
          </LinkButton>
        )
      }
    >
      {parameters.text ? (
        <>
          <p className="wrap-anywhere">No orders here match “{parameters.text}”.</p>
          {elsewhere.length > 0 && (
            <p className="mt-2">
              Found under:{' '}
              {elsewhere.map(({ value, label }, index) => (
                <span key={value}>
                  {index > 0 && ', '}
                  <Link to={inboxUrl({ ...parameters, tab: value, day: null, after: null })} className="text-link">
                    {label} ({value === 'all' ? '' : counts[value]})
                  </Link>
                </span>
              ))}
            </p>
          )}
        </>
      ) : (
        <p>
          {parameters.tab === 'processing'
            ? 'New orders appear here as soon as they are paid.'
            : 'No orders have this status.'}
        </p>
      )}
    </EmptyState>
  )
}

function OfflineNotice({ since }: { since: Date }) {
  return (
    <Notice tone="warning" icon={WifiOff} role="status" className="mb-4">
      No connection at the moment. Showing orders as of {londonTime(since).time}.
    </Notice>
  )
}

function InboxLoading() {
  return (
    <Loading text="Loading orders..." className="grid gap-3">
      {['a', 'b', 'c', 'd'].map((row) => (
        <Skeleton key={row} shape="card" className="h-32" />
      ))}
    </Loading>
  )
}
