/** The buttons of a shop page: favourite and contact for shoppers, management for the owner. */

import { Inbox, Settings, Store } from 'lucide-react'
import { FavouriteButton } from '#features/favourites'
import { LinkButton } from '#ui/link-button'
import { ContactButton } from './contact-button.tsx'
import type { Shop } from './shop.ts'

export function ShopActions({ shop, isOwner }: { shop: Shop; isOwner: boolean }) {
  if (isOwner) {
    return (
      <>
        <LinkButton to="/seller/dashboard">
          <Store aria-hidden="true" className="size-5" />
          Manage Shop
        </LinkButton>
        <LinkButton to="/seller/shop-settings" variant="secondary">
          <Settings aria-hidden="true" className="size-5" />
          Edit Shop
        </LinkButton>
        <LinkButton to="/messages?tab=enquiries" variant="secondary">
          <Inbox aria-hidden="true" className="size-5" />
          Enquiries
        </LinkButton>
      </>
    )
  }
  return (
    <>
      <FavouriteButton subject={{ shopId: shop.id }} name={shop.name} variant="page" />
      <ContactButton shop={shop} />
    </>
  )
}
