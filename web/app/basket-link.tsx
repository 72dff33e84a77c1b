/** The link to the basket, with the number of items. */

import { ShoppingBasket } from 'lucide-react'
import { useBasketCount } from '#features/buy/basket'
import { useListingLink } from '#platform/listing-link.ts'
import { Link } from '#ui/link'
import { buttonStyle } from '#web/ui/button-style.ts'
import { CountBadge } from './badges.tsx'
import { basketName } from './links.ts'

export function BasketLink() {
  const count = useBasketCount()
  const link = useListingLink()
  return (
    <Link to={link('/cart')} aria-label={basketName(count)} className={buttonStyle({ variant: 'quiet', size: 'icon' })}>
      <ShoppingBasket aria-hidden="true" className="size-6" strokeWidth={1.75} />
      <CountBadge count={count} />
    </Link>
  )
}
