/** One day: its windows with the places taken, its orders, and links to what is printed for it. */
import { CookingPot, Tags } from 'lucide-react'
import { longDate } from '#domain/values/calendar'
import { ComingSubscriptions } from '#features/buy/subscriptions'
import { Badge } from '#ui/badge'
import { LinkButton } from '#ui/link-button'
import { LoadFailed } from '#ui/load-failed'
import { Loading, Skeleton } from '#ui/skeleton'
import { type CalendarDay, type CalendarWindow, useCalendar } from './calendar.ts'
import { calendarWindowText, closureText, ordersText, placesText } from './day-texts.ts'
import { OrderEntry } from './order-entry.tsx'

export function DayDetails({ date }: { date: string }) {
  const { data, isError, isPlaceholderData, refetch } = useCalendar({ from: date, days: 1 })
  const day = data?.days.find((found) => found.date === date)
  return (
    <section aria-label={longDate(date)} className="min-w-0">
      <h2 className="text-2xl">
        {longDate(date)} {date.slice(0, 4)}
      </h2>
      {data && day && !isPlaceholderData ? (
        <>
          <DaySummary day={day} />
          {day.orders > 0 && (
            <div className="mt-3 flex flex-wrap gap-2 print:hidden">
              <LinkButton to={`/seller/orders/prep?day=${date}`} variant="secondary" size="sm" className="h-11">
                <CookingPot aria-hidden="true" className="size-4.5" />
                Prep sheet
              </LinkButton>
              <LinkButton to={`/seller/orders/${date}/labels`} variant="secondary" size="sm" className="h-11">
                <Tags aria-hidden="true" className="size-4.5" />
                Labels
              </LinkButton>
            </div>
          )}
          <Windows windows={data.windows} />
          {data.orders.length > 0 && (
            <ul aria-label="Orders" className="mt-4 grid gap-2">
              {data.orders.map((order) => (
                <li key={order.id}>
                  <OrderEntry order={order} />
                </li>
              ))}
            </ul>
          )}
          <ComingSubscriptions from={date} days={1} className="mt-4" />
          {day.orders > data.orders.length && (
            <p className="mt-3 text-ink-soft">
              The first {data.orders.length} of {day.orders.toLocaleString('en-GB')} orders are listed.
            </p>
          )}
        </>
      ) : isError ? (
        <LoadFailed title="The day could not be loaded" headingLevel="h3" retry={() => void refetch()} />
      ) : (
        <Loading text="Loading the day...">
          <Skeleton shape="card" className="mt-4 h-28" />
        </Loading>
      )}
    </section>
  )
}

export function DaySummary({ day }: { day: CalendarDay }) {
  const text = ordersText(day.orders)
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="first-letter:uppercase">
        {text}
        {day.unpaid > 0 && ` and ${day.unpaid} awaiting payment`}
        {day.limit !== null && `, at most ${day.limit}`}
      </p>
      {day.limit !== null && day.orders + day.unpaid >= day.limit && <Badge tone="honey">Full</Badge>}
      {day.closure !== null && <Badge tone="alarm">{closureText(day.closure)}</Badge>}
    </div>
  )
}

export function Windows({ windows }: { windows: readonly CalendarWindow[] }) {
  if (windows.length === 0) return null
  return (
    <ul aria-label="Windows" className="mt-3 grid gap-1 text-sm">
      {windows.map((window) => (
        <li
          key={`${window.fulfilment}-${window.product}-${window.start_time}`}
          className="flex flex-wrap items-baseline justify-between gap-x-3 rounded-control bg-paper-deep px-3 py-1.5"
        >
          <span className="min-w-0 wrap-anywhere tabular-nums">{calendarWindowText(window)}</span>
          <span className="text-ink-soft">{placesText(window)}</span>
        </li>
      ))}
    </ul>
  )
}
