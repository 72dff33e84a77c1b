/** The prep sheet of a day or a week, for screen and print: totals to make, then a packing list per order. */
import { ChevronLeft, ChevronRight, Printer, Tags, TriangleAlert, WifiOff } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import {
  addDays,
  dayInWords,
  dayOfWeek,
  londonTime,
  longDate,
  momentFrom,
  mondayOf,
  weekdayName,
} from '#domain/values/calendar'
import { isIsoDate } from '#domain/values/iso-date'
import { useNow } from '#platform/clock.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { BackLink } from '#ui/back-link'
import { Button } from '#ui/button'
import { Link } from '#ui/link'
import { LinkButton } from '#ui/link-button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { Loading, Skeleton } from '#ui/skeleton'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { useMember } from '#web/features/account/auth/require-account.tsx'
import { ComingSubscriptions } from '#web/features/buy/subscriptions/upcoming-subscriptions.tsx'
import { SellerPage, useSellerShop } from '#web/features/sell/frame/seller-page.ts'
import { DayField } from '#web/features/sell/inbox/day-field.tsx'
import { PrepDay } from '#web/features/sell/inbox/prep-day.tsx'
import { type PrepRange, prepSheetQuery, usePrepSheet } from '#web/features/sell/inbox/prep-sheet.ts'
import { buttonStyle } from '#web/ui/button-style.ts'

export const handle = new SellerPage('Prep sheet')

export const loader = memberLoader(
  (app, { id }, { url }) => void preload(app, prepSheetQuery(app, id, readRange(url.searchParams, app.clock.now()))),
)

/** By default today. A week starts on its Monday. */
function readRange(params: URLSearchParams, now: Date): PrepRange {
  const given = params.get('day')
  const day = given !== null && isIsoDate(given) ? given : londonTime(now).date
  return params.get('range') === 'week' ? { day: mondayOf(day), days: 7 } : { day, days: 1 }
}

export function Component() {
  const [params] = useSearchParams()
  const { name: shopName } = useSellerShop()
  const now = useNow()
  const range = readRange(params, now)
  const { day, days } = range
  const { data, isError, fetchStatus, dataUpdatedAt, refetch } = usePrepSheet(useMember().id, range)
  const isUnreachable = isError || fetchStatus === 'paused'
  return (
    <Page width="medium" className="py-6 sm:py-10 print:max-w-none print:p-0">
      <PageHead title={handle.title} hidden />
      <div className="print:hidden">
        <BackLink to="/seller/orders">Orders</BackLink>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <h1 className="text-3xl sm:text-4xl">Prep sheet</h1>
          <Button disabled={!data || data.orders.length === 0} onClick={() => window.print()} className="max-sm:w-full">
            <Printer aria-hidden="true" className="size-5" />
            Print
          </Button>
        </div>
        <DayNavigation range={range} today={londonTime(now).date} />
      </div>
      {data && isUnreachable && (
        <Notice tone="warning" icon={WifiOff} role="status" className="mt-5 print:hidden">
          No connection at the moment. You can still print this sheet, as of{' '}
          {momentFrom(new Date(), new Date(dataUpdatedAt))}.
        </Notice>
      )}
      <div className="mt-8 print:mt-0">
        <h2 className="text-2xl print:text-xl">
          {days > 1 && `${longDate(day)} to `}
          {dayInWords(addDays(day, days - 1))}
        </h2>
        <p className="text-ink-soft wrap-anywhere print:text-ink">
          {shopName}
          {data && (
            <span className="hidden print:inline">, as of {momentFrom(new Date(), new Date(dataUpdatedAt))}</span>
          )}
        </p>
        {data ? (
          <>
            {/* Below the days, so that what loads does not move them. */}
            {data.late > 0 && (
              <Notice tone="warning" icon={TriangleAlert} role="status" className="mt-5 print:hidden">
                {data.late === 1 ? '1 order' : `${data.late} orders`} from earlier days {data.late === 1 ? 'is' : 'are'}{' '}
                still to be made.{' '}
                <Link to="/seller/orders?day=late" className="font-semibold underline underline-offset-4">
                  View late orders
                </Link>
              </Notice>
            )}
            {days === 1 && data.orders.some(({ status }) => status === 'processing' || status === 'ready') && (
              <LinkButton
                to={`/seller/orders/${day}/labels`}
                variant="secondary"
                className="mt-5 max-sm:w-full print:hidden"
              >
                <Tags aria-hidden="true" className="size-5" />
                Print all labels of {weekdayName(dayOfWeek(day))}
              </LinkButton>
            )}
            <PrepDay sheet={data} days={days} />
            <ComingSubscriptions from={day} days={days} className="mt-8" />
          </>
        ) : isUnreachable ? (
          <SheetUnavailable isOffline={fetchStatus === 'paused'} retry={() => void refetch()} />
        ) : (
          <PrepLoading />
        )}
      </div>
      <p className="mt-10 text-sm text-pretty text-ink-soft print:hidden">
        Orders are listed on the day that the buyer chose. Deliveries without one are listed on the day you should send
        them: the first day after the lead time on which you are open and not fully booked.
      </p>
    </Page>
  )
}

const urlOf = (day: string, days: number) => (days > 1 ? `?range=week&day=${day}` : `?day=${day}`)

function DayNavigation({ range: { day, days }, today }: { range: PrepRange; today: string }) {
  const navigate = useNavigate()
  const unit = days > 1 ? 'week' : 'day'
  const step = buttonStyle({ variant: 'secondary', size: 'icon' })
  return (
    <nav
      aria-label={days > 1 ? 'Week of the prep sheet' : 'Day of the prep sheet'}
      className="mt-5 flex flex-wrap items-center gap-2"
    >
      <Link to={urlOf(addDays(day, -days), days)} aria-label={`Previous ${unit}`} className={step}>
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Link>
      <DayField
        label="Day"
        day={day}
        onPick={(picked) => picked !== null && void navigate(urlOf(picked, days), { replace: true })}
        className="h-11 w-auto"
      />
      <Link to={urlOf(addDays(day, days), days)} aria-label={`Next ${unit}`} className={step}>
        <ChevronRight aria-hidden="true" className="size-5" />
      </Link>
      {[
        { date: today, days: 1, text: 'Today' },
        { date: addDays(today, 1), days: 1, text: 'Tomorrow' },
        { date: mondayOf(today), days: 7, text: 'This week' },
      ].map(({ date, days: span, text }) => (
        <Link
          key={text}
          to={urlOf(date, span)}
          aria-current={date === day && span === days ? 'date' : undefined}
          className={buttonStyle({ variant: 'secondary' })}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}

function SheetUnavailable({ isOffline, retry }: { isOffline: boolean; retry: () => void }) {
  return (
    <div role="alert" className="mt-6 flex flex-wrap items-center justify-between gap-4 rounded-card bg-card p-5">
      <p className="text-pretty">
        {isOffline
          ? 'You are offline and have not opened this day before. It loads as soon as you are back online.'
          : 'The prep sheet could not be loaded. Check your connection and try again.'}
      </p>
      <Button variant="secondary" onClick={retry}>
        Try again
      </Button>
    </div>
  )
}

function PrepLoading() {
  return (
    <Loading text="Loading the prep sheet...">
      <Skeleton shape="card" className="mt-6 h-56" />
      <Skeleton shape="card" className="mt-6 h-40" />
    </Loading>
  )
}
