/** A card for the member's shop, or a link to open one. */
import { useQuery } from '@tanstack/react-query'
import { Store } from 'lucide-react'
import { ShopLogo } from '#features/product'
import { useApp } from '#platform/app-context.ts'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { LinkButton } from '#ui/link-button'
import { Skeleton, SkeletonText } from '#ui/skeleton'
import { ownShopQuery } from './own-shop.ts'

export function OwnShopCard({ userId }: { userId: string }) {
  const { data: shop, isError, refetch } = useQuery(ownShopQuery(useApp(), userId))
  if (shop === undefined && isError) {
    return (
      <Card className="flex flex-wrap items-center gap-4">
        <p role="alert">Could not fetch shop data.</p>
        <Button variant="secondary" size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </Card>
    )
  }
  if (shop === undefined) {
    return (
      <Card className="flex items-center gap-5">
        <Skeleton shape="circle" className="size-20" />
        <SkeletonText lines={2} className="w-40" />
      </Card>
    )
  }
  if (shop === null) {
    return (
      <Card className="flex items-center gap-5">
        <span className="grid size-20 shrink-0 place-items-center rounded-full bg-paper-deep text-berry">
          <Store aria-hidden="true" className="size-8" strokeWidth={1.5} />
        </span>
        <div className="min-w-0">
          <p className="text-lg font-semibold">Do you bake too?</p>
          <p className="text-ink-soft">Opening a shop takes a minute.</p>
          <LinkButton to="/seller/create-shop" variant="secondary" size="sm" className="mt-3">
            Open a shop
          </LinkButton>
        </div>
      </Card>
    )
  }
  return (
    <Card className="flex items-center gap-5">
      <ShopLogo name={shop.name} logo={shop.logo} className="size-20" />
      <div className="min-w-0">
        <p className="text-lg font-semibold wrap-anywhere">{shop.name}</p>
        <p className="text-ink-soft">Your shop</p>
        <p className="mt-3 flex flex-wrap gap-2">
          <LinkButton to="/seller/dashboard" variant="secondary" size="sm">
            Manage Shop
          </LinkButton>
          <LinkButton to={`/shop/${encodeURIComponent(shop.slug)}`} variant="quiet" size="sm">
            View shop
          </LinkButton>
        </p>
      </div>
    </Card>
  )
}
