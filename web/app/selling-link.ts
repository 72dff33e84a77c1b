/** The menus' way into selling: to the seller's dashboard, or to a shop of one's own. */
import { type LucideIcon, Store } from 'lucide-react'
import type { OwnShop } from '#features/account'

export interface SellingLink {
  readonly to: string
  readonly text: string
  readonly Icon: LucideIcon
}

/** While it is not known whether there is a shop, the dashboard: it knows what to say without one. */
export function sellingLink(shop: OwnShop | null | undefined): SellingLink {
  return shop === null
    ? { to: '/seller/create-shop', text: 'Open a shop', Icon: Store }
    : { to: '/seller/dashboard', text: 'My shop', Icon: Store }
}
