/** The prep sheet of a day: what to make in all, then order by order what goes into which box. For the screen and for paper. */
import { ChevronLeft, ChevronRight, Printer, TriangleAlert, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { addDays, londonTime, longDate, momentFrom } from '#domain/calendar'
import { OwnShopPage } from '#features/seller'
import { BackLink } from '#ui/back-link'
import { Button } from '#ui/button'
import { Skeleton } from '#ui/skeleton'
import { buttonStyle } from '#web/ui/button-style.ts'
import { DayField } from './day-field.tsx'
import { isDate } from './inbox-choice.ts'
import { PrepDay } from './prep-day.tsx'
import { usePrepSheet } from './prep-sheet.ts'

export function Component() {
  const [address] = useSearchParams()
  const today = londonTime(new Date()).date
  const asked = address.get('day')
  const day = asked !== null && isDate(asked) ? asked : today
  return (
    <OwnShopPage title="Prep sheet">
      {(shop, user) => <Prep userId={user.id} shopName={shop.name} day={day} today={today} />}
    </OwnShopPage>
  )
}

interface PrepProps {
  userId: string
  shopName: string
  day: string
  today: string
}

function Prep({ userId, shopName, day, today }: PrepProps) {
  const { data, isError, fetchStatus, dataUpdatedAt, refetch } = usePrepSheet(userId, day)
  const isCutOff = isError || fetchStatus === 'paused'
  return (
    <div className="page max-w-4xl! py-6 sm:py-10 print:max-w-none! print:p-0!">
      <div className="print:hidden">
        <BackLink to="/seller/orders">Orders</BackLink>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <h1 className="text-3xl sm:text-4xl">Prep sheet</h1>
          <Button disabled={!data || data.orders.length === 0} onClick={() => window.print()} className="max-sm:w-full">
            <Printer aria-hidden="true" className="size-5" />
            Print
          </Button>
        </div>
        <DayChoice day={day} today={today} />
      </div>
      {data && isCutOff && (
        <Notice Icon={WifiOff}>
          No connection at the moment. This sheet is as of {momentFrom(new Date(), new Date(dataUpdatedAt))} and can be
          printed.
        </Notice>
      )}
      {data && data.late > 0 && (
        <Notice Icon={TriangleAlert}>
          {data.late === 1 ? 'One order' : `${data.late} orders`} of days before {data.late === 1 ? 'is' : 'are'} still
          to be made.{' '}
          <Link to="/seller/orders?day=late" className="font-semibold underline underline-offset-4">
            See what is late
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
        ) : isCutOff ? (
          <Missing isOffline={fetchStatus === 'paused'} retry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </div>
      <p className="mt-10 text-sm text-pretty text-ink-soft print:hidden">
        Pickups stand under their own day. Deliveries have none: they stand under the day they should be sent, which is
        the day they were paid plus the longest lead time of their products.
      </p>
    </div>
  )
}

const addressOf = (day: string) => `?day=${day}`

function DayChoice({ day, today }: { day: string; today: string }) {
  const navigate = useNavigate()
  const step = buttonStyle({ variant: 'secondary', size: 'icon' })
  return (
    <nav aria-label="Day of the prep sheet" className="mt-5 flex flex-wrap items-center gap-2">
      <Link to={addressOf(addDays(day, -1))} aria-label="The day before" className={step}>
        <ChevronLeft aria-hidden="true" className="size-5" />
      </Link>
      <DayField
        label="Day"
        day={day}
        onPick={(picked) => picked !== null && void navigate(addressOf(picked), { replace: true })}
        className="field h-11 w-auto px-4"
      />
      <Link to={addressOf(addDays(day, 1))} aria-label="The day after" className={step}>
        <ChevronRight aria-hidden="true" className="size-5" />
      </Link>
      {[
        { date: today, text: 'Today' },
        { date: addDays(today, 1), text: 'Tomorrow' },
      ].map(({ date, text }) => (
        <Link
          key={text}
          to={addressOf(date)}
          aria-current={date === day ? 'date' : undefined}
          className={buttonStyle({
            variant: 'secondary',
            className: date === day ? 'border-ink! bg-ink! text-paper!' : '',
          })}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}

function Notice({ Icon, children }: { Icon: typeof WifiOff; children: ReactNode }) {
  return (
    <p role="status" className="mt-5 flex gap-3 rounded-2xl bg-honey-pale p-4 text-honey-deep print:hidden">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span className="text-pretty">{children}</span>
    </p>
  )
}

function Missing({ isOffline, retry }: { isOffline: boolean; retry: () => void }) {
  return (
    <div role="alert" className="mt-6 flex flex-wrap items-center justify-between gap-4 rounded-2xl bg-card p-5">
      <p className="text-pretty">
        {isOffline
          ? 'You are offline, and this day was not looked at before. It appears as soon as there is a connection.'
          : 'The prep sheet could not be loaded. Check your connection and try again.'}
      </p>
      <Button variant="secondary" onClick={retry}>
        Try again
      </Button>
    </div>
  )
}

function Loading() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading the prep sheet...
      </p>
      <Skeleton className="mt-6 h-56 rounded-2xl!" />
      <Skeleton className="mt-6 h-40 rounded-2xl!" />
    </>
  )
}
