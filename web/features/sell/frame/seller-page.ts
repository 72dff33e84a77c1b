/** What a page tells the seller layout, and what it gets from it. */
import type { ComponentType } from 'react'
import { useOutletContext } from 'react-router'
import type { OwnShop } from '#features/sell/own-shop'

/** The `handle` of a seller page: what the layout shows while there is no shop. */
export class SellerPage {
  readonly title: string
  /** Completes the sentence "You need to create a shop to …". */
  readonly purpose: string | undefined
  /** The page's own skeleton. */
  readonly Loading: ComponentType | undefined

  constructor(title: string, { purpose, Loading }: { purpose?: string; Loading?: ComponentType } = {}) {
    this.title = title
    this.purpose = purpose
    this.Loading = Loading
  }
}

/** The seller's shop, on the pages inside the layout. */
export const useSellerShop = () => useOutletContext<OwnShop>()
