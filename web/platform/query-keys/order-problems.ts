/** The query keys of problems with orders. */
import { memberKeys } from './member-keys.ts'

const all = (userId: string) => memberKeys.of(userId, 'order-problems')

export const problemKeys = {
  all,
  ofOrder: (userId: string, orderId: string) => [...all(userId), 'order', orderId] as const,
  queue: (userId: string) => [...all(userId), 'queue'] as const,
} as const
