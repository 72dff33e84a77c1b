/** The menu link for sellers: the dashboard, or the form that opens a shop. */
import { type LucideIcon, Store } from 'lucide-react'
import type { OwnShop } from '#features/sell/own-shop'

export interface SellingLink {
  readonly to: string
  readonly text: string
  readonly Icon: LucideIcon
}

/** While the shop is unknown, it leads to the dashboard, which handles a missing shop. */
export function sellingLink(shop: OwnShop | null | undefined): SellingLink {
  return shop === null
    ? { to: '/seller/create-shop', text: 'Open a shop', Icon: Store }
    : { to: '/seller/dashboard', text: 'My shop', Icon: Store }
}
