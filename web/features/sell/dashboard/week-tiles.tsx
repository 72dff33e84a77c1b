/** The week in four figures. Each leads to the page that it is about. */

import { hoursAndMinutes } from '#domain/pickup/pickup'
import { dayFrom } from '#domain/values/calendar'
import { formatPence } from '#domain/values/money'
import { Link } from '#ui/link'
import { Skeleton } from '#ui/skeleton'
import { type SellerOverview, useOverview } from './overview.ts'

interface Tile {
  readonly to: string
  readonly label: string
  readonly value: string
  readonly more: string
}

export function WeekTiles() {
  const { data: overview, isError } = useOverview()
  if (isError && !overview) return null
  return (
    <section aria-label="This week" className="mt-8">
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {overview
          ? weekTiles(overview).map(({ to, label, value, more }) => (
              <li key={label}>
                <Link
                  to={to}
                  className="flex h-full min-h-32 flex-col rounded-card border border-line bg-card p-4 transition-colors hover:border-ink/30 hover:bg-raised sm:p-5"
                >
                  <span className="text-sm font-semibold text-ink-soft">{label}</span>
                  <span className="mt-1 font-display text-2xl leading-tight font-semibold tabular-nums wrap-anywhere">
                    {value}
                  </span>
                  <span className="mt-auto pt-2 text-sm text-pretty text-ink-soft">{more}</span>
                </Link>
              </li>
            ))
          : ['today', 'next', 'answers', 'sales'].map((tile) => (
              <li key={tile}>
                <Skeleton className="h-32 rounded-card" />
              </li>
            ))}
      </ul>
    </section>
  )
}

export function weekTiles(overview: SellerOverview): Tile[] {
  const { due_today, ready_today, due_this_week, unread_conversations: unread, enquiries, revenue } = overview
  return [
    {
      to: '/seller/orders/prep',
      label: 'To hand over today',
      value: orders(due_today),
      more: due_today === 0 ? 'Nothing is due today' : `${ready_today} of ${due_today} ready`,
    },
    {
      to: '/seller/orders',
      label: 'Next hand-over',
      value: nextDue(overview),
      more: due_this_week === 0 ? 'No orders due in the next 7 days' : `${orders(due_this_week)} in the next 7 days`,
    },
    {
      to: unread === 0 && enquiries > 0 ? '/messages?tab=enquiries' : '/messages',
      label: 'To answer',
      value: String(unread + enquiries),
      more: toAnswer(unread, enquiries),
    },
    {
      to: '/seller/analytics?range=7d',
      label: 'Sales this week',
      value: formatPence(revenue.thisWeekPence),
      more: comparison(revenue),
    },
  ]
}

const orders = (count: number) => (count === 1 ? '1 order' : `${count} orders`)

function nextDue({ next_due: due, today }: SellerOverview): string {
  if (due === null) return 'None yet'
  const text = dayFrom(today, due.slice(0, 10))
  const time = due.slice(11, 16)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${isTimed(time) ? `, ${hoursAndMinutes(time)}` : ''}`
}

/** An order without a window is due at the start of its day. */
const isTimed = (time: string) => time !== '00:00'

function toAnswer(unread: number, enquiries: number): string {
  if (unread + enquiries === 0) return 'No unread messages or enquiries'
  const parts = [
    unread > 0 && (unread === 1 ? '1 conversation' : `${unread} conversations`),
    enquiries > 0 && (enquiries === 1 ? '1 enquiry' : `${enquiries} enquiries`),
  ]
  return parts.filter(Boolean).join(' and ')
}

function comparison({ lastWeekSoFarPence: before, lastWeekPence }: SellerOverview['revenue']): string {
  if (lastWeekPence === 0) return 'No sales last week'
  return `${formatPence(before)} by this time last week, ${formatPence(lastWeekPence)} in all`
}
