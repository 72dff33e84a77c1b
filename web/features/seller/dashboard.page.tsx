/** The seller dashboard page. */
import { memberLoader } from '#features/auth'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { Dashboard } from './dashboard.tsx'
import { overviewQuery } from './overview.ts'
import { SellerPage, useSellerShop } from './seller-page.ts'

export const handle = new SellerPage('Seller dashboard')

export const loader = memberLoader((app, { id }) => void preload(app, overviewQuery(app, id)))

export function Component() {
  return (
    <>
      <PageHead title={handle.title} hidden />
      <Dashboard shop={useSellerShop()} />
    </>
  )
}
