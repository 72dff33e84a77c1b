/** The query keys of a member's address book. */
import { memberKeys } from './member-keys.ts'

export const addressKeys = {
  all: (userId: string) => memberKeys.of(userId, 'addresses'),
  placeOf: (address: object) => ['address-place', address] as const,
  questionOf: (address: object) => ['postcode-question', address] as const,
} as const
