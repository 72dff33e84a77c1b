/** The query keys of proposals to move an order. */
import { memberKeys } from './member-keys.ts'

const of = (userId: string) => memberKeys.of(userId, 'order-moves')

export const orderMoveKeys = {
  open: (userId: string, orderId: string) => [...of(userId), 'open', orderId] as const,
  slots: (userId: string, orderId: string, from?: string) => [...of(userId), 'slots', orderId, from] as const,
} as const
