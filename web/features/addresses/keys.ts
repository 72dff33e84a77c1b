/** The query keys of a member's address book. */
import { memberKeys } from '#platform/query-keys.ts'

export const addressKeys = {
  all: (userId: string) => memberKeys.of(userId, 'addresses'),
} as const
