/** The query keys of the orders of a seller's shop. */
import { memberKeys } from './member-keys.ts'

const of = (userId: string) => memberKeys.of(userId, 'seller-orders')

export const sellerOrderKeys = {
  all: of,
  inbox: (userId: string, parameters: object) => [...of(userId), 'inbox', parameters] as const,
  one: (userId: string, shopId: string, id: string) => [...of(userId), 'one', shopId, id] as const,
  conversation: (userId: string, orderId: string) => [...of(userId), 'conversation', orderId] as const,
  prepSheet: (userId: string, day: string, days: number) => [...of(userId), 'prep-sheet', day, days] as const,
  salesTotals: (shopId: string, choice: object) => [...of(shopId), 'sales-totals', choice] as const,
} as const
