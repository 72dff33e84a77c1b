/** The query keys of product pages. */
import { memberKeys } from './member-keys.ts'

export const productKeys = {
  all: ['product'],
  one: (id: string) => ['product', id] as const,
  earliestDays: (id: string) => ['product', id, 'earliest-days'] as const,
  related: (id: string, request: object) => ['product', id, 'related', request] as const,
  /** The member's own product, which may be hidden from others. */
  own: (userId: string | null, id: string) => [...memberKeys.of(userId, 'product'), id] as const,
} as const
