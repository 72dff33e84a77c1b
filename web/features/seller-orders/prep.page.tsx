/** The prep sheet of a day, for screen and print: totals to make, then a packing list per order. */
import { ChevronLeft, ChevronRight, Printer, TriangleAlert, WifiOff } from 'lucide-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { addDays, londonTime, longDate, momentFrom } from '#domain/calendar'
import { memberLoader, useMember } from '#features/auth'
import { SellerPage, useSellerShop } from '#features/seller'
import { useNow } from '#platform/clock.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { BackLink } from '#ui/back-link'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { Loading, Skeleton } from '#ui/skeleton'
import { buttonStyle } from '#web/ui/button-style.ts'
import { DayField } from './day-field.tsx'
import { isDate } from './inbox-choice.ts'
import { PrepDay } from './prep-day.tsx'
import { prepSheetQuery, usePrepSheet } from './prep-sheet.ts'

export const handle = new SellerPage('Prep sheet')

export const loader = memberLoader(
  (app, { id }, { url }) => void preload(app, prepSheetQuery(app, id, readDay(url.searchParams, app.clock.now()))),
)

/** By default today. */
function readDay(params: URLSearchParams, now: Date): string {
  const day = params.get('day')
  return day !== null && isDate(day) ? day : londonTime(now).date
}

export function Component() {
  const [params] = useSearchParams()
  const { name: shopName } = useSellerShop()
  const now = useNow()
  const day = readDay(params, now)
  const { data, isError, fetchStatus, dataUpdatedAt, refetch } = usePrepSheet(useMember().id, day)
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
        <DayNavigation day={day} today={londonTime(now).date} />
      </div>
      {data && isUnreachable && (
        <Notice tone="warning" icon={WifiOff} role="status" className="mt-5 print:hidden">
          No connection at the moment. You can still print this sheet, as of{' '}
          {momentFrom(new Date(), new Date(dataUpdatedAt))}.
        </Notice>
      )}
      {data && data.late > 0 && (
        <Notice tone="warning" icon={TriangleAlert} role="status" className="mt-5 print:hidden">
          {data.late === 1 ? '1 order' : `${data.late} orders`} from earlier days {data.late === 1 ? 'is' : 'are'} still
          to be made.{' '}
          <Link to="/seller/orders?day=late" className="font-semibold underline underline-offset-4">
            View late orders
          </Link>
        </Notice>
      )}
      <div className="mt-8 print:mt-0">
        <h2 className="text-2xl print:text-xl">
          {longDate(day)} {day.slice(0, 4)}
        </h2>
        <p className="text-ink-soft wrap-anywhere print:text-ink">
          {shopName}
          {data && (
            <span className="hidden print:inline">, as of {momentFrom(new Date(), new Date(dataUpdatedAt))}</span>
          )}
        </p>
        {data ? (
          <PrepDay sheet={data} />
        ) : isUnreachable ? (
          <SheetUnavailable isOffline={fetchStatus === 'paused'} retry={() => void refetch()} />
        ) : (
          <PrepLoading />
        )}
      </div>
      <p className="mt-10 text-sm text-pretty text-ink-soft print:hidden">
        Pickups are listed on their pickup day. Deliveries are listed on the day you should send them: the day they were
        paid plus the longest lead time of their products.
      </p>
    </Page>
  )
}

const dayUrl = (day: string) => `?day=${day}`

function DayNavigation({ day, today }: { day: string; today: string }) {
  const navigate = useNavigate()
  const step = buttonStyle({ variant: 'secondary', size: 'icon' })
  return (
    <nav aria-label="Day of the prep sheet" className="mt-5 flex flex-wrap items-center gap-2">
      <Link to={dayUrl(addDays(day, -1))} aria-label="Previous day" className={step}>
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Link>
      <DayField
        label="Day"
        day={day}
        onPick={(picked) => picked !== null && void navigate(dayUrl(picked), { replace: true })}
        className="h-11 w-auto"
      />
      <Link to={dayUrl(addDays(day, 1))} aria-label="Next day" className={step}>
        <ChevronRight aria-hidden="true" className="size-5" />
      </Link>
      {[
        { date: today, text: 'Today' },
        { date: addDays(today, 1), text: 'Tomorrow' },
      ].map(({ date, text }) => (
        <Link
          key={text}
          to={dayUrl(date)}
          aria-current={date === day ? 'date' : undefined}
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
