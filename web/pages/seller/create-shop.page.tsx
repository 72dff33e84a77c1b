/** The page on which a member opens a shop. */
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useApp } from '#platform/app-context.ts'
import { PageHead } from '#platform/page-head.tsx'
import { Card } from '#ui/card'
import { Page } from '#ui/page'
import { toast } from '#ui/toast'
import { RequireAccount, useMember } from '#web/features/account/auth/require-account.tsx'
import { SellerLoading, SellerUnavailable } from '#web/features/sell/frame/seller-states.tsx'
import { ownShopQuery, useOwnShopQuery } from '#web/features/sell/own-shop/own-shop.ts'
import { CreateShopFields } from '#web/features/sell/settings/create-shop-fields.tsx'
import { MoneyExplained } from '#web/features/sell/settings/money-explained.tsx'

export function Component() {
  return (
    <>
      <PageHead title="Open a shop" hidden />
      <RequireAccount fallback={<SellerLoading />}>{() => <CreateShop />}</RequireAccount>
    </>
  )
}

function CreateShop() {
  const user = useMember()
  const app = useApp()
  const navigate = useNavigate()
  const { data: shop, isError, refetch } = useOwnShopQuery()
  /** Set once this page has created the shop, so that the new shop does not count as an existing one. */
  const hasCreated = useRef(false)
  const hasShop = shop !== undefined && shop !== null

  useEffect(() => {
    if (!hasShop || hasCreated.current) return
    toast({ title: 'Shop Already Exists', description: 'You already have a shop.' })
    void navigate('/seller/dashboard', { replace: true })
  }, [hasShop, navigate])

  if (isError && shop === undefined) return <SellerUnavailable retry={() => void refetch()} />
  if (shop !== null && !hasCreated.current) return <SellerLoading />
  return (
    <Page width="reading" className="py-8 sm:py-12">
      <h1 className="text-4xl">Open your shop</h1>
      <p className="mt-2 text-lg text-pretty text-ink-soft">
        Tell shoppers what you make. You can change everything here later.
      </p>
      <Card className="mt-6">
        <MoneyExplained />
      </Card>
      <CreateShopFields
        onCreated={(created) => {
          hasCreated.current = true
          app.queryClient.setQueryData(ownShopQuery(app, user.id).queryKey, created)
          toast({ title: 'Shop created!', description: `${created.name} is open. Add your first product next.` })
          void navigate(`/shop/${created.slug}`)
        }}
        onExists={() => void refetch()}
      />
    </Page>
  )
}
