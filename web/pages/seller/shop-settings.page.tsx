/** Shop settings: the profile, the way to its terms, and its days and times. Each form saves by its own button. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useApp } from '#platform/app-context.ts'
import { PageHead } from '#platform/page-head.tsx'
import { UnsavedChangesGuard } from '#platform/unsaved-changes.tsx'
import { BackLink } from '#ui/back-link'
import { Card } from '#ui/card'
import { Link } from '#ui/link'
import { LinkButton } from '#ui/link-button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { toast } from '#ui/toast'
import { RequireAccount, useMember } from '#web/features/account/auth/require-account.tsx'
import { SellerRail } from '#web/features/sell/frame/seller-rail.tsx'
import { SellerLoading, SellerUnavailable } from '#web/features/sell/frame/seller-states.tsx'
import { ClosuresPanel } from '#web/features/sell/hours/closures-panel.tsx'
import { BookingRulesPanel, DayLimitsPanel } from '#web/features/sell/hours/day-limits-panel.tsx'
import { PickupSchedulePanel } from '#web/features/sell/hours/pickup-schedule-panel.tsx'
import { type ShopSettings, shopSettingsQuery } from '#web/features/sell/settings/shop-settings.ts'
import { ShopSettingsFields } from '#web/features/sell/settings/shop-settings-fields.tsx'

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
      <UnsavedChangesGuard />
      <BackLink to={`/shop/${slug}`}>Back to your shop</BackLink>
      <h1 className="mt-2 text-4xl">Shop settings</h1>
      <ShopSettingsFields settings={settings} />
      <div className="mt-10 space-y-6">
        <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 basis-80 grow">
            <h2 className="text-xl">Delivery terms</h2>
            <p className="mt-1 text-pretty text-ink-soft">
              What you charge for delivery, by distance or postcode, from which amount it is free, and a minimum order.
            </p>
          </div>
          <LinkButton to="/seller/delivery" variant="secondary">
            Set delivery terms
          </LinkButton>
        </Card>
        <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 basis-80 grow">
            <h2 className="text-xl">Kitchen facts</h2>
            <p className="mt-1 text-pretty text-ink-soft">
              What your kitchen handles, for shoppers with allergies. Your shop and your products show it.
            </p>
          </div>
          <LinkButton to="/seller/kitchen" variant="secondary">
            Review kitchen facts
          </LinkButton>
        </Card>
        <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 basis-80 grow">
            <h2 className="text-xl">Cancellation terms</h2>
            <p className="mt-1 text-pretty text-ink-soft">Until when a buyer can cancel, and what goes back.</p>
          </div>
          <LinkButton to="/seller/cancellation-terms" variant="secondary">
            Change terms
          </LinkButton>
        </Card>
        <div className="pt-4">
          <h2 className="text-2xl">Days and times</h2>
          <p className="mt-1 text-pretty text-ink-soft">Each part below has its own button, which saves it.</p>
        </div>
        <Card>
          <PickupSchedulePanel owner={{ shopId: id }} />
        </Card>
        <Card>
          <PickupSchedulePanel owner={{ shopId: id, fulfilment: 'delivery' }} />
        </Card>
        <Card>
          <BookingRulesPanel shopId={id} />
        </Card>
        <Card>
          <DayLimitsPanel shopId={id} />
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
