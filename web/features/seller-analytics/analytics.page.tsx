/** The analytics page: sales, buyers and visits of a period. */
import { londonTime } from '#domain/calendar'
import { memberLoader } from '#features/auth'
import { SellerPage } from '#features/seller'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { analyticsQuery } from './analytics.ts'
import { isNarrowScreen, readAnalyticsChoice } from './analytics-choice.ts'
import { AnalyticsView } from './analytics-view.tsx'

export const handle = new SellerPage('Analytics')

export const loader = memberLoader((app, { id }, { url }) => {
  const choice = readAnalyticsChoice(url.searchParams, londonTime(app.clock.now()).date, isNarrowScreen())
  void preload(app, analyticsQuery(app, id, choice))
})

export function Component() {
  return (
    <>
      <PageHead title={handle.title} hidden />
      <AnalyticsView />
    </>
  )
}
