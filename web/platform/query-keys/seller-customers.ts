/** The query keys of a shop's customers. */
import { memberKeys } from './member-keys.ts'

const of = (userId: string) => memberKeys.of(userId, 'seller-customers')

export const customerKeys = {
  all: of,
  list: (userId: string, parameters: object) => [...of(userId), 'list', parameters] as const,
  one: (userId: string, memberId: string) => [...of(userId), 'one', memberId] as const,
} as const
