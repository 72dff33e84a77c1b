/** The query keys of a buyer's orders. */
import { memberKeys } from './member-keys.ts'

const all = (userId: string | null) => memberKeys.of(userId, 'orders')

export const orderKeys = {
  all,
  list: (userId: string, statuses: readonly string[] | null) => [...all(userId), 'list', statuses] as const,
  one: (userId: string, orderId: string) => [...all(userId), 'one', orderId] as const,
  cancellationRefund: (userId: string | null, orderId: string) => [...all(userId), 'one', orderId, 'refund'] as const,
} as const
