/** Shop settings: profile, pickup windows and closures. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { RequireAccount, useMember } from '#features/auth'
import { useApp } from '#platform/app-context.ts'
import { PageHead } from '#platform/page-head.tsx'
import { BackLink } from '#ui/back-link'
import { Card } from '#ui/card'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { toast } from '#ui/toast'
import { ClosuresPanel } from './closures-panel.tsx'
import { PickupSchedulePanel } from './pickup-schedule-panel.tsx'
import { SellerRail } from './seller-rail.tsx'
import { SellerLoading, SellerUnavailable } from './seller-states.tsx'
import { type ShopSettings, shopSettingsQuery } from './shop-settings.ts'
import { ShopSettingsFields } from './shop-settings-fields.tsx'

export function Component() {
  return (
    <>
      <PageHead title="Shop settings" hidden />
      <SellerRail />
      <RequireAccount fallback={<SellerLoading />}>{() => <OwnSettings />}</RequireAccount>
    </>
  )
}

function OwnSettings() {
  const navigate = useNavigate()
  const { data: settings, isError, refetch } = useQuery(shopSettingsQuery(useApp(), useMember().id))
  const hasNoShop = settings === null

  useEffect(() => {
    if (!hasNoShop) return
    toast({ title: 'Shop Not Found', description: 'You need to create a shop first.', variant: 'destructive' })
    void navigate('/seller/create-shop', { replace: true })
  }, [hasNoShop, navigate])

  if (settings) return <Settings settings={settings} />
  return isError ? <SellerUnavailable retry={() => void refetch()} /> : <SellerLoading />
}

function Settings({ settings }: { settings: ShopSettings }) {
  const { id, slug } = settings.shop
  return (
    <Page width="reading" className="py-6 sm:py-10">
      <BackLink to={`/shop/${slug}`}>Back to your shop</BackLink>
      <h1 className="mt-2 text-4xl">Shop settings</h1>
      <ShopSettingsFields settings={settings} />
      <div className="mt-10 space-y-6">
        <Card>
          <PickupSchedulePanel owner={{ shopId: id }} />
        </Card>
        <Card>
          <ClosuresPanel shopId={id} />
        </Card>
        <Notice tone="warning">
          <strong className="font-semibold">Health and safety are in your hands.</strong> You are responsible for the
          safety of what you sell and for what you declare about it.{' '}
          <Link to="/seller/terms" className="font-semibold underline underline-offset-4">
            Read the Health &amp; Safety Terms
          </Link>
        </Notice>
      </div>
    </Page>
  )
}
