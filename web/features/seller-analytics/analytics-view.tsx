/** The figures of a shop for the days that the address asks for. */
import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { londonTime } from '#domain/calendar'
import { BackLink } from '#ui/back-link'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { LoadFailed } from '#ui/load-failed'
import { Skeleton } from '#ui/skeleton'
import { useApp } from '#web/app/app-context.ts'
import { classNames } from '#web/ui/class-names.ts'
import { type Analytics, analyticsQuery } from './analytics.ts'
import { readChoice } from './analytics-choice.ts'
import { DayControls } from './day-controls.tsx'
import { FigureTiles } from './figure-tiles.tsx'
import { longSpan } from './figure-words.ts'
import { FiguresCard } from './figures-card.tsx'
import { TopProducts } from './top-products.tsx'

export function AnalyticsView({ shopId }: { shopId: string }) {
  const [address] = useSearchParams()
  const [today] = useState(() => londonTime(new Date()).date)
  const choice = readChoice(address, today)
  const { data, isError, isPlaceholderData, refetch } = useQuery(analyticsQuery(useApp(), shopId, choice))
  return (
    <div className="page max-w-6xl! py-6 sm:py-10">
      <BackLink to="/seller/dashboard" className="print:hidden">
        Back to your dashboard
      </BackLink>
      <h1 className="mt-2 text-4xl">Analytics</h1>
      <DayControls choice={choice} today={today} />
      <p className="mt-5 text-ink-soft">{longSpan(choice)}</p>
      {data && !(isError && isPlaceholderData) ? (
        <div
          aria-busy={isPlaceholderData}
          className={classNames('transition-opacity', isPlaceholderData && 'opacity-60')}
        >
          <p role="status" className="sr-only">
            {isPlaceholderData ? 'Loading figures...' : `Figures of ${longSpan(data.totals)}`}
          </p>
          <Shown data={data} />
        </div>
      ) : isError ? (
        <LoadFailed title="The figures could not be loaded" retry={() => void refetch()}>
          Something went wrong. Check your connection and try again.
        </LoadFailed>
      ) : (
        <Loading />
      )}
    </div>
  )
}

function Shown({ data }: { data: Analytics }) {
  if (data.first_sale === null && data.totals.views === 0) return <NothingYet />
  return (
    <>
      <FigureTiles totals={data.totals} previous={data.previous} />
      <FiguresCard data={data} />
      <TopProducts products={data.products} />
      <p className="mt-8 max-w-prose text-sm text-pretty text-ink-soft">
        An order counts on the day it was paid, with delivery. A cancelled one stays counted, and what goes back to the
        buyer is refunded on the day of its order. Orders add up to the same sums as your CSV.
      </p>
    </>
  )
}

function NothingYet() {
  return (
    <EmptyState
      icon={ChartNoAxesColumn}
      title="No figures yet"
      actions={<LinkButton to="/seller/products">See your products</LinkButton>}
    >
      <p>Once people look at your products and order from you, what sells, and when, is shown here.</p>
    </EmptyState>
  )
}

function Loading() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading figures...
      </p>
      <div className="mt-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map((tile) => (
          <Skeleton key={tile} className="h-36 rounded-2xl!" />
        ))}
      </div>
      <Skeleton className="mt-6 h-136 rounded-2xl!" />
    </>
  )
}
