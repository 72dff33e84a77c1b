/** The analytics page: sales, buyers and visits of a period. */
import { londonTime } from '#domain/values/calendar'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { analyticsQuery } from '#web/features/sell/analytics/analytics.ts'
import { isNarrowScreen, readAnalyticsParameters } from '#web/features/sell/analytics/analytics-parameters.ts'
import { AnalyticsView } from '#web/features/sell/analytics/analytics-view.tsx'
import { SellerPage } from '#web/features/sell/frame/seller-page.ts'

export const handle = new SellerPage('Analytics')

export const loader = memberLoader((app, { id }, { url }) => {
  const parameters = readAnalyticsParameters(url.searchParams, londonTime(app.clock.now()).date, isNarrowScreen())
  void preload(app, analyticsQuery(app, id, parameters))
})

export function Component() {
  return (
    <>
      <PageHead title={handle.title} hidden />
      <AnalyticsView />
    </>
  )
}
