/** The buttons of a shop page: favourite and contact for shoppers, management for the owner. */

import { Gift, Inbox, Mail, Settings, Store } from 'lucide-react'
import { useState } from 'react'
import { FavouriteButton } from '#features/discover/favourites'
import { FollowButton } from '#features/discover/followers'
import { useListingLink } from '#platform/listing-link.ts'
import { Button } from '#ui/button'
import { lazyDialog } from '#ui/lazy-dialog'
import { LinkButton } from '#ui/link-button'
import type { Shop } from './shop.ts'

export function ShopActions({ shop, isOwner }: { shop: Shop; isOwner: boolean }) {
  const link = useListingLink()
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
      <FollowButton shopId={shop.id} name={shop.name} />
      <FavouriteButton subject={{ shopId: shop.id }} name={shop.name} variant="page" />
      <ContactButton shop={shop} />
      {shop.vouchers && (
        <LinkButton to={link(`/shop/${shop.slug}/gift-vouchers`)} variant="secondary">
          <Gift aria-hidden="true" className="size-5 text-berry" />
          Gift vouchers
        </LinkButton>
      )}
    </>
  )
}

const loadDialog = () => import('./contact-dialog.tsx').then((module) => module.ContactDialog)
const ContactDialog = lazyDialog(loadDialog)

/** A failed prefetch is ignored: pressing the button tries again. */
const prefetch = () => void loadDialog().catch(() => {})

function ContactButton({ shop }: { shop: Shop }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onPointerEnter={prefetch} onFocus={prefetch} onClick={() => setIsOpen(true)}>
        <Mail aria-hidden="true" className="size-5 text-berry" />
        Contact
      </Button>
      <ContactDialog shop={shop} open={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}
