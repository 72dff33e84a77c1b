/** The query key of a member's suspension. */
import { memberKeys } from './member-keys.ts'

export const suspensionKeys = {
  own: (userId: string) => memberKeys.of(userId, 'suspension'),
} as const
