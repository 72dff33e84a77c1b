/** The query keys of shop pages. */
import { memberKeys } from './member-keys.ts'

export const shopKeys = {
  all: ['shop'],
  one: (slug: string) => ['shop', slug] as const,
  /** The member's own shop, which may be hidden from others. */
  own: (userId: string | null, slug: string) => [...memberKeys.of(userId, 'shop'), slug] as const,
} as const
