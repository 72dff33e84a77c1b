/** The query keys of drops. */
import { memberKeys } from './member-keys.ts'

const all = ['drops'] as const

export const dropKeys = {
  all,
  one: (id: string) => [...all, 'one', id] as const,
  /** The owner's own query of a drop, which may be a draft. */
  ownOne: (userId: string | null, id: string) => [...memberKeys.of(userId, 'drops'), 'own', id] as const,
  /** @param at a shop or a place */
  upcoming: (at: object) => [...all, 'upcoming', at] as const,
  queue: (userId: string | null, id: string) => [...memberKeys.of(userId, 'drops'), 'queue', id] as const,
  reminders: (userId: string | null) => [...memberKeys.of(userId, 'drops'), 'reminders'] as const,
  own: (userId: string | null) => [...memberKeys.of(userId, 'drops'), 'own'] as const,
} as const
