/** The query keys of a member's own account. */
import { memberKeys } from './member-keys.ts'

export const accountKeys = {
  /** @param userId null for visitors */
  ownShop: (userId: string | null) => [...memberKeys.of(userId, 'account'), 'shop'] as const,
} as const
