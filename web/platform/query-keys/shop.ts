/** The query keys of shop pages, and of the member's own shop. */
import { memberKeys } from './member-keys.ts'

export const shopKeys = {
  all: ['shop'],
  one: (slug: string) => ['shop', slug] as const,
  /** The page of the member's own shop, which may be hidden from others. */
  ownPage: (userId: string | null, slug: string) => [...memberKeys.of(userId, 'shop'), 'page', slug] as const,
  /** @param userId null for visitors */
  own: (userId: string | null) => [...memberKeys.of(userId, 'shop'), 'own'] as const,
} as const
