/** The query keys of the share kit. */
import { memberKeys } from './member-keys.ts'

export const shareKeys = {
  pictures: (shopId: string) => [...memberKeys.of(shopId, 'share'), 'pictures'] as const,
} as const
