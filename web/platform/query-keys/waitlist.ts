/** The query keys of a member's places on waitlists. */
import { memberKeys } from './member-keys.ts'

/** @param userId null for visitors */
const all = (userId: string | null) => memberKeys.of(userId, 'waitlists')

export const waitlistKeys = {
  all,
  /** Those of the member's own shop. */
  own: (userId: string | null) => [...all(userId), 'own'] as const,
  /** Full slots that the member waits for. */
  slots: (userId: string | null) => [...all(userId), 'slots'] as const,
  /** Slots of the member's own shop. */
  ownSlots: (userId: string | null) => [...all(userId), 'own', 'slots'] as const,
  products: (userId: string | null) => [...all(userId), 'products'] as const,
} as const
