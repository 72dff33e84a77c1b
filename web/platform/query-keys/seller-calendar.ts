/** The query keys of a seller's calendar. */
import { memberKeys } from './member-keys.ts'

const of = (userId: string) => memberKeys.of(userId, 'seller-calendar')

export const sellerCalendarKeys = {
  all: of,
  range: (userId: string, from: string, days: number) => [...of(userId), 'range', from, days] as const,
  feed: (userId: string) => [...of(userId), 'feed'] as const,
} as const
