/** A shop's figures for the period in the URL. */
import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { londonTime } from '#domain/values/calendar'
import { useMember } from '#features/account/auth'
import { useApp } from '#platform/app-context.ts'
import { useNow } from '#platform/clock.ts'
import { BackLink } from '#ui/back-link'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { LoadFailed } from '#ui/load-failed'
import { Page } from '#ui/page'
import { Loading, Skeleton } from '#ui/skeleton'
import { classNames } from '#web/ui/class-names.ts'
import { type Analytics, analyticsQuery } from './analytics.ts'
import { isNarrowScreen, readAnalyticsParameters } from './analytics-parameters.ts'
import { DayControls } from './day-controls.tsx'
import { FigureTiles } from './figure-tiles.tsx'
import { FiguresCard } from './figures-card.tsx'
import { longSpan } from './format-figures.ts'
import { TopProducts } from './top-products.tsx'

export function AnalyticsView() {
  const [searchParams] = useSearchParams()
  const today = londonTime(useNow()).date
  const parameters = readAnalyticsParameters(searchParams, today, isNarrowScreen())
  const { data, isError, isPlaceholderData, refetch } = useQuery(analyticsQuery(useApp(), useMember().id, parameters))
  return (
    <Page width="wide" className="py-6 sm:py-10">
      <BackLink to="/seller/dashboard" className="print:hidden">
        Back to your dashboard
      </BackLink>
      <h1 className="mt-2 text-4xl">Analytics</h1>
      <DayControls parameters={parameters} today={today} />
      <p className="mt-5 text-ink-soft">{longSpan(parameters)}</p>
      {data && !(isError && isPlaceholderData) ? (
        <div
          aria-busy={isPlaceholderData}
          className={classNames('transition-opacity', isPlaceholderData && 'opacity-60')}
        >
          <p role="status" className="sr-only">
            {isPlaceholderData ? 'Loading figures...' : `Figures for ${longSpan(data.totals)}`}
          </p>
          <AnalyticsContent data={data} />
        </div>
      ) : isError ? (
        <LoadFailed title="The figures could not be loaded" retry={() => void refetch()} />
      ) : (
        <FiguresLoading />
      )}
    </Page>
  )
}

function AnalyticsContent({ data }: { data: Analytics }) {
  if (data.first_sale === null && data.totals.visits === 0) return <NoFigures />
  return (
    <>
      <FigureTiles totals={data.totals} previous={data.previous} />
      <FiguresCard data={data} />
      <TopProducts products={data.products} />
      <p className="mt-8 max-w-prose text-sm text-pretty text-ink-soft">
        Orders count on the day they were paid and include delivery. Cancelled orders still count, and refunds count on
        the day of their order. The totals match your CSV export. A visit is one browser session in which somebody
        opened your shop or one of your products. Your own do not count.
      </p>
    </>
  )
}

function NoFigures() {
  return (
    <EmptyState
      icon={ChartNoAxesColumn}
      title="No figures yet"
      actions={<LinkButton to="/seller/products">View your products</LinkButton>}
    >
      <p>Once shoppers visit your shop and order from you, this page shows what sells and when.</p>
    </EmptyState>
  )
}

function FiguresLoading() {
  return (
    <Loading text="Loading figures...">
      <div className="mt-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map((tile) => (
          <Skeleton key={tile} className="h-36 rounded-card" />
        ))}
      </div>
      <Skeleton shape="card" className="mt-6 h-136" />
    </Loading>
  )
}
