/** The seller dashboard page. */

import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { Dashboard } from '#web/features/sell/dashboard/dashboard.tsx'
import { overviewQuery } from '#web/features/sell/dashboard/overview.ts'
import { SellerPage, useSellerShop } from '#web/features/sell/frame/seller-page.ts'

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
