/** The query keys of a seller's own products. */
import { memberKeys } from './member-keys.ts'

const of = (userId: string) => memberKeys.of(userId, 'seller-products')

export const sellerProductKeys = {
  page: (userId: string, parameters: object) => [...of(userId), 'page', parameters] as const,
  byName: (userId: string) => [...of(userId), 'by-name'] as const,
  one: (userId: string, shopId: string, id: string) => [...of(userId), 'one', shopId, id] as const,
  openOrders: (userId: string, shopId: string, id: string) => [...of(userId), 'open-orders', shopId, id] as const,
  heldStock: (userId: string) => [...of(userId), 'held-stock'] as const,
  labelBusiness: (userId: string) => [...of(userId), 'label-business'] as const,
  labelledDay: (userId: string, shopId: string, day: string) => [...of(userId), 'labelled-day', shopId, day] as const,
  labelledOrder: (userId: string, shopId: string, id: string) => [...of(userId), 'labelled-order', shopId, id] as const,
} as const
