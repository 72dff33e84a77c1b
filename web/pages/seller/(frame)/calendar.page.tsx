/** The seller's calendar: a month, a week or a day of orders, windows and closures, for screen and print. */
import { CalendarPlus, ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { orderKindNames, orderKinds } from '#domain/orders/order-kinds'
import { addDays, dayInWords, londonTime, mondayOf, shortDate } from '#domain/values/calendar'
import { monthOf, monthTitle } from '#domain/values/month'
import { sellerCalendarKeys } from '#keys/seller-calendar'
import { useApp } from '#platform/app-context.ts'
import { useNow } from '#platform/clock.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { useRowChanges } from '#platform/use-row-changes.ts'
import { Button } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'
import { Link } from '#ui/link'
import { LinkTab, LinkTabs } from '#ui/link-tabs'
import { LoadFailed } from '#ui/load-failed'
import { Page } from '#ui/page'
import { Loading, Skeleton } from '#ui/skeleton'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { useMember } from '#web/features/account/auth/require-account.tsx'
import { ComingSubscriptions } from '#web/features/buy/subscriptions/upcoming-subscriptions.tsx'
import { calendarQuery, useCalendar } from '#web/features/sell/calendar/calendar.ts'
import {
  type CalendarParameters,
  calendarUrl,
  calendarViews,
  rangeOf,
  readCalendarParameters,
  stepped,
} from '#web/features/sell/calendar/calendar-parameters.ts'
import { DayDetails } from '#web/features/sell/calendar/day-details.tsx'
import { DragToMove } from '#web/features/sell/calendar/drag-to-move.tsx'
import { KindMark } from '#web/features/sell/calendar/kind-mark.tsx'
import { MonthGrid } from '#web/features/sell/calendar/month-grid.tsx'
import { WeekView } from '#web/features/sell/calendar/week-view.tsx'
import { SellerPage, useSellerShop } from '#web/features/sell/frame/seller-page.ts'
import { buttonStyle } from '#web/ui/button-style.ts'

export const handle = new SellerPage('Calendar', { purpose: 'see your calendar' })

export const loader = memberLoader(
  (app, { id }, { url }) =>
    void preload(app, calendarQuery(app, id, rangeOf(readCalendarParameters(url.searchParams, app.clock.now())))),
)

export function Component() {
  const [searchParams] = useSearchParams()
  const { id: userId } = useMember()
  const shop = useSellerShop()
  const { queryClient } = useApp()
  const parameters = readCalendarParameters(searchParams, useNow())
  useRowChanges({ table: 'orders', filter: `shop_id=eq.${shop.id}` }, () => {
    void queryClient.invalidateQueries({ queryKey: sellerCalendarKeys.all(userId) })
  })
  return (
    <Page className="py-6 sm:py-10 print:max-w-none print:p-0">
      <PageHead title={handle.title} hidden />
      <Header parameters={parameters} />
      <p className="hidden font-semibold print:block">{shop.name}</p>
      <div className="mt-5">
        <DragToMove>
          {parameters.view === 'day' ? <DayDetails date={parameters.day} /> : <Overview parameters={parameters} />}
        </DragToMove>
      </div>
    </Page>
  )
}

function Overview({ parameters }: { parameters: CalendarParameters }) {
  const { data, isError, isPlaceholderData, refetch } = useCalendar(rangeOf(parameters))
  if (!data || (isPlaceholderData && data.days[0]?.date !== rangeOf(parameters).from)) {
    return isError && !data ? (
      <LoadFailed title="The calendar could not be loaded" retry={() => void refetch()} />
    ) : (
      <Loading text="Loading the calendar...">
        <Skeleton shape="card" className="h-[28rem]" />
      </Loading>
    )
  }
  if (parameters.view === 'week') {
    const { from, days } = rangeOf(parameters)
    return (
      <>
        <WeekView calendar={data} />
        <ComingSubscriptions from={from} days={days} className="mt-6" />
      </>
    )
  }
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0">
        <MonthGrid parameters={parameters} calendar={data} />
        <Legend />
      </div>
      <DayDetails date={parameters.day} />
    </div>
  )
}

function Legend() {
  return (
    <ul aria-label="Kinds of orders" className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
      {orderKinds.map((kind) => (
        <li key={kind} className="flex items-center gap-2">
          <KindMark kind={kind} />
          {orderKindNames[kind]}
        </li>
      ))}
    </ul>
  )
}

const viewNames = { month: 'Month', week: 'Week', day: 'Day' } as const

function titleOf({ view, day }: CalendarParameters): string {
  if (view === 'month') return monthTitle(monthOf(day))
  if (view === 'day') return dayInWords(day)
  const monday = mondayOf(day)
  return `${shortDate(monday)} to ${shortDate(addDays(monday, 6))} ${addDays(monday, 6).slice(0, 4)}`
}

const FeedDialog = lazyDialog(() =>
  import('#web/features/sell/calendar/feed-dialog.tsx').then((module) => module.FeedDialog),
)

function Header({ parameters }: { parameters: CalendarParameters }) {
  const [isFeedOpen, setFeedOpen] = useState(false)
  const { date: today } = londonTime(useNow())
  const step = buttonStyle({ variant: 'secondary', size: 'icon' })
  const unit = parameters.view
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-3xl sm:text-4xl">Calendar</h1>
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button variant="secondary" onClick={() => setFeedOpen(true)}>
            <CalendarPlus aria-hidden="true" className="size-5" />
            Feed
          </Button>
          <Button variant="secondary" onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-5" />
            Print
          </Button>
        </div>
      </div>
      <LinkTabs label="View" look="pills" className="mt-4 print:hidden">
        {calendarViews.map((view) => (
          <LinkTab
            key={view}
            look="pills"
            to={calendarUrl({ ...parameters, view })}
            isCurrent={view === parameters.view}
          >
            {viewNames[view]}
          </LinkTab>
        ))}
      </LinkTabs>
      <nav aria-label="Days of the calendar" className="mt-4 flex flex-wrap items-center gap-2">
        <Link
          to={calendarUrl(stepped(parameters, -1))}
          preventScrollReset
          aria-label={`Previous ${unit}`}
          className={`${step} print:hidden`}
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
        </Link>
        <Link
          to={calendarUrl(stepped(parameters, 1))}
          preventScrollReset
          aria-label={`Next ${unit}`}
          className={`${step} print:hidden`}
        >
          <ChevronRight aria-hidden="true" className="size-5" />
        </Link>
        <Link
          to={calendarUrl({ view: parameters.view, day: today })}
          preventScrollReset
          className={buttonStyle({ variant: 'secondary', className: 'print:hidden' })}
        >
          Today
        </Link>
        {parameters.view !== 'day' && (
          <p aria-live="polite" className="ml-1 text-lg font-semibold">
            {titleOf(parameters)}
          </p>
        )}
      </nav>
      <FeedDialog open={isFeedOpen} onClose={() => setFeedOpen(false)} />
    </>
  )
}
